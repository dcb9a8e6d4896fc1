// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
public import CoatcheckFoundation

/// Downloads, thumbnails and the capacity of the user's storage.
extension PhotoColle {
  /// A content that is being downloaded: its bytes arrive as a stream.
  public struct Content: Sendable {
    /// The media type that PhotoColle sent.
    public let mediaType: MediaType
    /// The number of bytes; nil where PhotoColle does not send it.
    public let length: Int64?
    /// The bytes. They can be read once; releasing them closes the connection.
    public let body: ResponseBody

    /// Saves the bytes as a file: all of them, or none.
    ///
    /// - Parameters:
    ///   - path: The path of the file; an existing file is replaced.
    ///   - progress: Called with the number of bytes received so far, and the total number where it is
    ///     known; nil for no reports.
    /// - Returns: The number of bytes.
    /// - Throws: ``PhotoColleError/session(_:)`` with the error of `StreamedResponse.save(to:progress:)`:
    ///   `misused` naming `path` when no file can be created there, `fileFailed` when it cannot be
    ///   written, or the error of the transfer. No partial file remains.
    @discardableResult
    public func save(
      to path: String,
      progress: (@Sendable (_ received: Int64, _ total: Int64?) -> Void)? = nil
    ) async throws(PhotoColleError) -> Int64 {
      let response = StreamedResponse(
        head: HTTPResponse(status: .ok), body: body, length: length)
      do throws(OAuthError) {
        return try await response.save(to: path, progress: progress)
      } catch {
        throw .session(error)
      }
    }
  }

  /// A thumbnail of a content.
  public struct Thumbnail: Sendable, Hashable {
    /// The identifier of the content.
    public let guid: String
    /// The image, a JPEG.
    public let bytes: Data
  }

  /// The result of ``PhotoColle/thumbnails(of:)``.
  public struct Thumbnails: Sendable, Hashable {
    /// The thumbnails that exist.
    public let found: [Thumbnail]
    /// The identifiers of the contents that PhotoColle has no thumbnail of.
    public let missing: [String]
  }

  /// The size of the user's storage, in bytes.
  public struct Capacity: Sendable, Hashable {
    /// The whole storage in bytes; nil where PhotoColle does not say.
    public let maximum: Int64?
    /// The free storage in bytes.
    public let free: Int64
  }

  /// Downloads a content. The token needs the scope `PhotoGetContent`.
  ///
  /// - Parameters:
  ///   - guid: The identifier of the content, 1 to 50 characters.
  ///   - type: The type of the content; not ``FileType/all``.
  ///   - size: The size to download: ``Size/resizedImage`` exists for images only, ``Size/resizedVideo``
  ///     for videos only.
  /// - Returns: The content; its bytes have not been read yet.
  /// - Throws: ``PhotoColleError/session(_:)`` with `misused` naming `file_type_cd`, `content_guid` or
  ///   `resize_type_cd` for an invalid argument, before anything is sent;
  ///   ``PhotoColleError/application(_:parameter:value:)`` with ``PhotoColleCode/targetNotFound`` when
  ///   there is no such content. The other errors are those of every call: see ``PhotoColle``.
  public func content(
    _ guid: String, _ type: FileType, _ size: Size = .original
  ) async throws(PhotoColleError) -> Content {
    var question = JSONObject()
    try Self.put(type, allowingAll: false, in: &question)
    try Self.check(guid)
    guard
      size == .original || (size, type) == (.resizedImage, .image)
        || (size, type) == (.resizedVideo, .video)
    else {
      throw .misused("resize_type_cd", "A content of this type does not come in this size.")
    }
    question["content_guid"] = .string(guid)
    question["resize_type_cd"] = .number(JSONNumber(size.rawValue))
    var request = request(.post, "/file_a2/2.0/ext/content/get")
    request.headerFields[.contentType] = "application/json"

    let response: StreamedResponse
    do throws(OAuthError) {
      response = try await transport.open(
        request, body: .data(Data(question.serialized())),
        limit: ResponseLimit(bytes: .max, deadline: Self.deadline))
    } catch {
      throw .session(error)
    }
    let name = (response.head.headerFields[.contentType] ?? "").prefix { $0 != ";" }
    if response.head.status == .ok,
      let type = MediaType(rawValue: name.filter { $0 != " " }.lowercased())
    {
      return Content(mediaType: type, length: response.length, body: response.body)
    }
    throw try await refusal(in: response)
  }

  /// The error of a response that has no content.
  private func refusal(
    in response: StreamedResponse
  ) async throws(PhotoColleError) -> PhotoColleError {
    let body: Data
    do throws(OAuthError) {
      body = try await response.body.collect(upTo: 1 << 20)
    } catch {
      throw .session(error)
    }
    try PhotoColleReply.check(response.head, body)
    _ = try PhotoColleReply(body)
    // The response reports success, but has no content.
    return .unreadable(member: "result")
  }

  /// Returns the thumbnails of contents. The token needs the scope `PhotoGetContent`.
  ///
  /// - Parameter guids: The identifiers of the contents: 1 to 30 of them, each of 1 to 50 characters.
  /// - Returns: The thumbnails, and the identifiers of the contents that have none.
  /// - Throws: ``PhotoColleError/session(_:)`` with `misused` naming `content_info_list` or
  ///   `content_guid` for an invalid argument, before anything is sent;
  ///   ``PhotoColleError/application(_:parameter:value:)`` with ``PhotoColleCode/targetNotFound`` when
  ///   PhotoColle finds no such content. The other errors are those of every call: see ``PhotoColle``.
  public func thumbnails(of guids: [String]) async throws(PhotoColleError) -> Thumbnails {
    guard (1...30).contains(guids.count) else {
      throw .misused("content_info_list", "There are thumbnails of 1 to 30 contents at a time.")
    }
    for guid in guids { try Self.check(guid) }
    let answer = try await answer(
      to: ["content_info_list": .array(guids.map(JSONValue.string))],
      at: "/file_a2/4.0/ext/thumbnail_list/get")
    var found: [Thumbnail] = []
    for entry in try answer.objects("content_info_list") {
      guard try entry.text("mime_type") == MediaType.jpeg.rawValue else {
        throw .unreadable(member: "mime_type")
      }
      guard let bytes = Data(base64Encoded: try entry.text("thumbnail")) else {
        throw .unreadable(member: "thumbnail")
      }
      found.append(Thumbnail(guid: try entry.text("content_guid", upTo: 50), bytes: bytes))
    }
    return Thumbnails(found: found, missing: try answer.texts("ng_list", upTo: 50))
  }

  /// Returns the size of the user's storage. The token needs the scope `PhotoGetVacantSize`.
  ///
  /// - Throws: The errors of every call: see ``PhotoColle``.
  public func capacity() async throws(PhotoColleError) -> Capacity {
    let answer = try await answer(to: request(.get, "/file_a2/1.0/docomo/capacity"))
    return Capacity(
      maximum: try answer.optionalNumber("max_space").map(Int64.init),
      free: Int64(try answer.number("free_space")))
  }

  private static func check(_ guid: String) throws(PhotoColleError) {
    guard (1...50).contains(guid.count) else {
      throw .misused("content_guid", "The identifier of a content has 1 to 50 characters.")
    }
  }
}
