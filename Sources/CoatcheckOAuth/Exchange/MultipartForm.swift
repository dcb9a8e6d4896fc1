// SPDX-License-Identifier: Apache-2.0

package import CoatcheckFoundation

/// Encodes `multipart/form-data` bodies: the bytes before, between and after the contents.
///
/// [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578), on
/// [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1).
package struct MultipartForm: Sendable, Hashable {
  /// The text that separates the parts.
  package let boundary: String

  /// Creates a form with a random boundary, so that an attacker cannot put the boundary into a content.
  package init(_ environment: RuntimeEnvironment) {
    boundary = "----coatcheck-" + environment.token(bytes: 24)
  }

  /// Creates a form with a given boundary.
  ///
  /// - Throws: `misused` naming `boundary`, when it is not of 1 to 70 permitted characters.
  package init(boundary: String) throws(OAuthError) {
    // RFC 2046 §5.1.1: "boundary := 0*69<bchars> bcharsnospace". Spaces are permitted there and refused
    // here, since servers do not expect them.
    let isPermitted = boundary.utf8.allSatisfy { byte in
      Self.isPlain(byte) || Self.special.contains(byte)
    }
    guard (1...70).contains(boundary.utf8.count), isPermitted else {
      throw .misused("boundary", "A boundary is of 1 to 70 letters, digits and '()+_,-./:=? only.")
    }
    self.boundary = boundary
  }

  /// Creates a form for given values, with a boundary that none of them contains.
  package init(of values: [Data]) {
    var number = 0
    while values.contains(where: { $0.firstRange(of: Self.known(number).utf8) != nil }) {
      number += 1
    }
    boundary = Self.known(number)
  }

  private static func known(_ number: Int) -> String { "----coatcheck-form-\(number)" }

  /// The permitted bytes of a boundary with which it has to be quoted in the `Content-Type` field.
  private static let special = Set("()+,/:=?'".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// The value of the `Content-Type` field.
  package var contentType: String {
    let isPlain = boundary.utf8.allSatisfy(Self.isPlain)
    return "multipart/form-data; boundary=" + (isPlain ? boundary : "\"\(boundary)\"")
  }

  /// The bytes before the content of a part.
  package func head(name: String, filename: String? = nil, contentType: String? = nil) -> Data {
    var text = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let filename { text += "; filename=\"\(Self.escaped(filename))\"" }
    if let contentType { text += "\r\nContent-Type: \(contentType)" }
    return Data((text + "\r\n\r\n").utf8)
  }

  /// The bytes after the content of a part.
  package static let end = Data("\r\n".utf8)

  /// The bytes after the last part.
  package var close: Data { Data("--\(boundary)--\r\n".utf8) }

  /// A name, encoded for the quotes of a field.
  ///
  /// RFC 7578 §2 and §4.2 percent-encode characters that are not permitted there. Browsers encode CR, LF
  /// and `"`; here every control character is encoded. Other characters are written in UTF-8, and a percent
  /// sign or a backslash is not changed, as in browsers.
  package static func escaped(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      if byte < 0x20 || byte == 0x22 || byte == 0x7F {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The parameters as a body, and its `Content-Type`.
  static func encoded(_ parameters: Parameters) -> (contentType: String, body: Data) {
    let values = parameters.pairs.map { Data($0.value.utf8) }
    let form = MultipartForm(of: values)
    var body = Data()
    for ((name, _), value) in zip(parameters.pairs, values) {
      body += form.head(name: name) + value + end
    }
    return (form.contentType, body + form.close)
  }
}
