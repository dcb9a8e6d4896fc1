// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckOAuth
import HTTPTypes
public import CoatcheckFoundation

/// Uploads, streamed from memory or from a file.
extension PhotoColle {
  /// The source of the bytes of an upload.
  public enum UploadSource: Sendable {
    /// A regular file, which is read while it is sent. The path names it.
    case file(path: String)
    /// Bytes in memory.
    case data(Data)

    private var body: RequestBody {
      switch self {
      case .file(let path): .file(path: path)
      case .data(let data): .data(data)
      }
    }

    /// - Throws: `misused` naming `body` when the file cannot be sent.
    func length() async throws(OAuthError) -> Int64 {
      try await body.chunks().length ?? 0
    }

    func part(filename: String) -> FormPart {
      switch self {
      case .file(let path): .file(name: "file", path: path, filename: filename)
      case .data(let data): .data(name: "file", data, filename: filename)
      }
    }
  }

  /// Uploads an image or a video. The token needs the scope `PhotoUploadContent`.
  ///
  /// A file is streamed and is never in memory as a whole. An upload is not repeated automatically,
  /// whatever error it ends with.
  ///
  /// - Parameters:
  ///   - source: The bytes: 1 byte to 30 MiB for an image, to 100 MiB for a video.
  ///   - title: The name of the content, 1 to 255 characters.
  ///   - mediaType: The media type of the content.
  ///   - progress: Called with the number of bytes of the whole form that have been sent; nil for no
  ///     reports.
  /// - Returns: The identifier of the new content.
  /// - Throws: ``PhotoColleError/session(_:)`` with `misused` naming `title`, `size` or `body` for an
  ///   invalid argument, before anything is sent; ``PhotoColleError/upload(_:)`` when PhotoColle refuses
  ///   the content, for example because it exists already or the storage is full. The other errors are
  ///   those of every call: see ``PhotoColle``.
  public func upload(
    _ source: UploadSource, title: String, as mediaType: MediaType,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(PhotoColleError) -> String {
    guard (1...255).contains(title.count) else {
      throw .misused("title", "A title has 1 to 255 characters.")
    }
    let (head, body): (HTTPResponse, Data)
    do throws(OAuthError) {
      let length = try await source.length()
      guard (1...mediaType.maximumLength).contains(length) else {
        throw .misused(
          "size", "PhotoColle takes 1 to \(mediaType.maximumLength) bytes of this type.")
      }
      let form = try RequestBody.multipart(
        [
          .text(name: "type", value: mediaType.isImage ? "Image" : "Video"),
          .text(name: "title", value: title), .text(name: "size", value: "\(length)"),
          .text(name: "mime_type", value: mediaType.rawValue), source.part(filename: title),
        ], environment: environment)
      let response = try await transport.open(
        request(.post, "/file_a2/1.0/docomo/create"), body: form,
        limit: ResponseLimit(bytes: 1 << 20, deadline: Self.deadline), progress: progress)
      (head, body) = (response.head, try await response.body.collect(upTo: 1 << 20))
    } catch {
      throw .session(error)
    }
    try PhotoColleReply.check(head, body)
    return try PhotoColleReply(body).text("data_id")
  }
}
