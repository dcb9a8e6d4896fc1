// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

extension RequestBody {
  /// Creates a `multipart/form-data` body, whose parts are read one after another while it is sent.
  ///
  /// Its ``contentType`` names the boundary, and is sent with the request. Its length is the sum of all
  /// parts and is sent in advance, where the length of each is known.
  ///
  /// ```swift
  /// let body = try RequestBody.multipart([
  ///   .text(name: "album", value: "Summer"),
  ///   .file(name: "photo", path: "/home/alice/1.jpg", contentType: "image/jpeg"),
  ///   .file(name: "photo", path: "/home/alice/2.jpg", contentType: "image/jpeg"),
  /// ])
  /// let response = try await service.open(request, body: body, limit: .standard)
  /// ```
  ///
  /// [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578).
  ///
  /// - Parameters:
  ///   - parts: The parts in order. Without any there is no body.
  ///   - boundary: What separates the parts: 1 to 70 letters, digits and `'()+_,-./:=?`; a new random one
  ///     unless given. With a known one, untrusted content can pretend to be another part: a file is not
  ///     searched for it.
  ///   - environment: The source of the random boundary.
  /// - Throws: `misused` naming `boundary` when it is malformed or occurs in the content of a part in
  ///   memory, `name` when a name is empty, and `contentType` when it cannot stand in a header field.
  public static func multipart(
    _ parts: [FormPart], boundary: String? = nil, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) -> RequestBody {
    let form =
      if let boundary { try MultipartForm(boundary: boundary) } else { MultipartForm(environment) }
    for part in parts {
      try part.check()
      if boundary != nil { try part.check(within: form) }
    }
    guard !parts.isEmpty else { return .empty }
    return RequestBody(.multipart(MultipartBody(parts, form)), contentType: form.contentType)
  }
}

extension FormPart {
  /// - Throws: `misused` naming what cannot be sent.
  fileprivate func check() throws(OAuthError) {
    guard !name.isEmpty else { throw .misused("name", "A part has no name.") }
    let isPrintable = contentType?.utf8.allSatisfy { (0x20...0x7E).contains($0) } ?? true
    guard isPrintable, contentType != "" else {
      throw .misused(
        "contentType", "The content type of a part is empty or has a forbidden character.")
    }
  }

  /// - Throws: `misused` when the part contains the boundary. A random boundary is not searched
  ///   for.
  fileprivate func check(within form: MultipartForm) throws(OAuthError) {
    // RFC 2046 §5.1.1: "Boundary delimiters must not appear within the encapsulated material".
    if case .data(let data) = content.source,
      data.firstRange(of: "--\(form.boundary)".utf8) != nil
    {
      throw .misused("boundary", "The boundary occurs in the content of a part.")
    }
  }
}
