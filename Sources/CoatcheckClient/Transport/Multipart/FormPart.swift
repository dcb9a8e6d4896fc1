// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A part of a `multipart/form-data` body. Several parts may have the same name.
///
/// Names may hold any text: quotes and control characters of a name or a filename are percent-encoded, so
/// that they cannot end the field they stand in.
///
/// [RFC 7578 §4](https://www.rfc-editor.org/rfc/rfc7578#section-4).
public struct FormPart: Sendable {
  /// The name of the form field.
  public let name: String
  /// The file name that the server receives; nil for a part that is not a file.
  public let filename: String?
  /// The media type of the content; nil for text.
  public let contentType: String?
  /// Where the content comes from.
  let content: RequestBody

  private init(
    name: String, filename: String?, contentType: String?, content: RequestBody
  ) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
    self.content = content
  }

  /// Creates a part of text, in UTF-8.
  ///
  /// - Parameters:
  ///   - name: The name of the form field, not empty.
  ///   - value: The text; it may be empty.
  public static func text(name: String, value: String) -> FormPart {
    FormPart(name: name, filename: nil, contentType: nil, content: .data(Data(value.utf8)))
  }

  /// Creates a part of bytes in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the form field, not empty.
  ///   - data: The bytes.
  ///   - filename: The file name that the server receives; nil for none: many servers take such a part for
  ///     text.
  ///   - contentType: The media type of the content.
  public static func data(
    name: String, _ data: Data, filename: String? = nil,
    contentType: String = "application/octet-stream"
  ) -> FormPart {
    FormPart(name: name, filename: filename, contentType: contentType, content: .data(data))
  }

  /// Creates a part of a regular file, which is read in chunks of 64 KiB while it is sent.
  ///
  /// - Parameters:
  ///   - name: The name of the form field, not empty.
  ///   - path: The path of the file.
  ///   - filename: The file name that the server receives; the last component of the path unless given.
  ///   - contentType: The media type of the content.
  public static func file(
    name: String, path: String, filename: String? = nil,
    contentType: String = "application/octet-stream"
  ) -> FormPart {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return FormPart(
      name: name, filename: filename ?? last, contentType: contentType, content: .file(path: path))
  }

  /// Creates a part of chunks that the program makes.
  ///
  /// - Parameters:
  ///   - name: The name of the form field, not empty.
  ///   - length: The length of all chunks together in bytes; nil when it is not known: then the length of
  ///     the whole body is not known either, which some servers do not accept.
  ///   - filename: The file name that the server receives; nil for none: many servers take such a part for
  ///     text.
  ///   - contentType: The media type of the content.
  ///   - make: Makes the chunks. It is called when their turn comes, again for each time the request is
  ///     sent. When it throws, the request fails with that `OAuthError`, or with `misused` naming `body`
  ///     for any other error.
  public static func stream<BodyChunks: AsyncSequence & Sendable>(
    name: String, length: Int64?, filename: String? = nil,
    contentType: String = "application/octet-stream",
    _ make: @escaping @Sendable () async throws -> BodyChunks
  ) -> FormPart where BodyChunks.Element == Data {
    FormPart(
      name: name, filename: filename, contentType: contentType,
      content: .stream(length: length, make))
  }

  /// Creates a part of chunks that can be read only once: a request with such a part is never sent twice.
  ///
  /// - Parameters:
  ///   - name: The name of the form field, not empty.
  ///   - length: The length of all chunks together in bytes; nil when it is not known.
  ///   - filename: The file name that the server receives; nil for none: many servers take such a part for
  ///     text.
  ///   - contentType: The media type of the content.
  ///   - chunks: The chunks.
  public static func once<BodyChunks: AsyncSequence & Sendable>(
    name: String, length: Int64?, filename: String? = nil,
    contentType: String = "application/octet-stream", _ chunks: BodyChunks
  ) -> FormPart where BodyChunks.Element == Data {
    FormPart(
      name: name, filename: filename, contentType: contentType,
      content: .once(length: length, chunks))
  }
}
