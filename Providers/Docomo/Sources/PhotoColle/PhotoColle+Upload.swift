// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckOAuth
import HTTPTypes
public import CoatcheckFoundation

/// Uploads, streamed from memory or from a file.
extension PhotoColle {
  /// Where the bytes of an upload come from.
  public enum UploadSource: Sendable {
    /// A plain file, which is read while it is sent.
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

  /// Uploads a picture or a film. The token needs the scope `PhotoUploadContent`.
  ///
  /// The content is never in memory as a whole when it is a file. An upload is not repeated by itself,
  /// whatever happens to it.
  ///
  /// - Parameters:
  ///   - source: The bytes: 1 byte to 30 MiB of a picture, to 100 MiB of a film.
  ///   - title: What to call it, in 1 to 255 characters.
  ///   - mediaType: What it is.
  ///   - progress: Is told how many bytes of the whole form have been sent; nil for no report.
  /// - Returns: The identifier of what was uploaded.
  /// - Throws: `session` with `misused` naming `title`, `size` or `body` before anything is sent;
  ///   `upload` when PhotoColle refuses it: it is there already, or there is no room.
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
