// SPDX-License-Identifier: Apache-2.0
package import CoatcheckServer
import Foundation
import HTTPTypes

extension ServedRequest {
  /// The client ID and the secret of a Basic field, form-decoded:
  /// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1). Nil without such a field, or
  /// with a malformed one.
  package var basicCredentials: (id: String, secret: String)? {
    guard let field = head.headerFields[.authorization], field.hasPrefix("Basic "),
      let bytes = Data(base64Encoded: String(field.dropFirst(6))),
      let pair = String(bytes: bytes, encoding: .utf8), let colon = pair.firstIndex(of: ":"),
      let id = Self.formDecoded(pair[..<colon]),
      let secret = Self.formDecoded(pair[pair.index(after: colon)...])
    else { return nil }
    return (id, secret)
  }

  private static func formDecoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}
