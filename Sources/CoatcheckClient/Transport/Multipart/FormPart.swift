// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A part of a `multipart/form-data` body. Several parts may have the same name.
///
/// Names may hold any text: quotes and control characters of a name or a filename are percent-encoded, so
/// that they cannot end the field they stand in.
///
/// [RFC 7578 §4](https://www.rfc-editor.org/rfc/rfc7578#section-4).
public struct FormPart: Sendable {
  /// The name of the field.
  public let name: String
  /// What the file is called; nil for a part that is no file.
  public let filename: String?
  /// What the content is; nil for text.
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

  /// A text, in UTF-8.
  public static func text(name: String, value: String) -> FormPart {
    FormPart(name: name, filename: nil, contentType: nil, content: .data(Data(value.utf8)))
  }

  /// Bytes in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - data: The bytes.
  ///   - filename: What the file is called; many servers take a part without one for a text.
  ///   - contentType: What the content is.
  public static func data(
    name: String, _ data: Data, filename: String? = nil,
    contentType: String = "application/octet-stream"
  ) -> FormPart {
    FormPart(name: name, filename: filename, contentType: contentType, content: .data(data))
  }

  /// A plain file, which is read in chunks of 64 KiB while it is sent.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - path: The path of the file.
  ///   - filename: What the file is called; the last component of the path unless given.
  ///   - contentType: What the content is.
  public static func file(
    name: String, path: String, filename: String? = nil,
    contentType: String = "application/octet-stream"
  ) -> FormPart {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return FormPart(
      name: name, filename: filename ?? last, contentType: contentType, content: .file(path: path))
  }

  /// Chunks which the program makes.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - length: The bytes of all chunks together; nil when that is not known: then the length of the whole
  ///     body is not known either, which some servers do not take.
  ///   - filename: What the file is called; many servers take a part without one for a text.
  ///   - contentType: What the content is.
  ///   - make: Makes the chunks. It is called when their turn comes, again for each time the request is
  ///     sent.
  public static func stream<BodyChunks: AsyncSequence & Sendable>(
    name: String, length: Int64?, filename: String? = nil,
    contentType: String = "application/octet-stream",
    _ make: @escaping @Sendable () async throws -> BodyChunks
  ) -> FormPart where BodyChunks.Element == Data {
    FormPart(
      name: name, filename: filename, contentType: contentType,
      content: .stream(length: length, make))
  }

  /// Chunks which there are only once: a request with such a part is never sent twice.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - length: The bytes of all chunks together; nil when that is not known.
  ///   - filename: What the file is called; many servers take a part without one for a text.
  ///   - contentType: What the content is.
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
