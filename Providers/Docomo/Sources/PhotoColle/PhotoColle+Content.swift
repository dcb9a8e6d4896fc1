// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
public import CoatcheckFoundation

/// Downloads, thumbnails and the capacity.
extension PhotoColle {
  /// The bytes of a content, as they come.
  public struct Content: Sendable {
    /// What they are.
    public let mediaType: MediaType
    /// How many there are, where PhotoColle says so.
    public let length: Int64?
    /// The bytes. They can be read once; releasing them closes the connection.
    public let body: ResponseBody

    /// Saves the bytes as a file: all of them, or none.
    ///
    /// - Parameters:
    ///   - path: The file; one that is there is replaced.
    ///   - progress: Is told how many bytes have come, and how many there will be where that is known.
    /// - Returns: How many bytes there were.
    /// - Throws: As `StreamedResponse.save(to:progress:)`, in `session`.
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

  /// A small picture of a content.
  public struct Thumbnail: Sendable, Hashable {
    /// The content.
    public let guid: String
    /// The picture, a JPEG.
    public let bytes: Data
  }

  /// Small pictures of contents.
  public struct Thumbnails: Sendable, Hashable {
    /// Those that there are.
    public let found: [Thumbnail]
    /// The identifiers of contents that have none.
    public let missing: [String]
  }

  /// How much room there is, in bytes.
  public struct Capacity: Sendable, Hashable {
    /// In all; nil where PhotoColle does not say.
    public let maximum: Int64?
    /// What is left.
    public let free: Int64
  }

  /// A content. The token needs the scope `PhotoGetContent`.
  ///
  /// - Parameters:
  ///   - guid: Its identifier, of 1 to 50 characters.
  ///   - type: What it is; not ``FileType/all``.
  ///   - size: How large it comes: a smaller picture of an image, a smaller film of a video.
  /// - Throws: `application` with `targetNotFound` when nothing is found.
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

  /// What a response says that should have been a content.
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
    // A yes without a content.
    return .unreadable(member: "result")
  }

  /// The small pictures of contents. The token needs the scope `PhotoGetContent`.
  ///
  /// - Parameter guids: The identifiers, 1 to 30 of them.
  /// - Throws: `application` with `targetNotFound` when one of them does not exist.
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

  /// How much room there is. The token needs the scope `PhotoGetVacantSize`.
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
