// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// Client id and secret in an `Authorization: Basic` field. Both are form-encoded before.
///
/// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1): "The client identifier
/// is encoded using the "application/x-www-form-urlencoded" encoding algorithm per Appendix B, and
/// the encoded value is used as the username; the client secret is encoded using the same algorithm
/// and used as the password."
struct BasicCredentials: Sendable {
  let id: String
  let secret: Secret

  init(id: String, secret: Secret) {
    self.id = id
    self.secret = secret
  }

  /// The field's value.
  var field: String {
    let pair = "\(FormEncoding.encode(id)):\(FormEncoding.encode(secret.reveal()))"
    return "Basic " + Data(pair.utf8).base64EncodedString()
  }

  /// Reads the field's value.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidClient``, for every fault.
  init(field: String) throws(OAuthError) {
    guard field.utf8.count <= 8192 else { throw Self.unreadable }
    let words = field.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "basic",
      let pair = Data(base64Encoded: words[1].trimmingSpaces),
      let colon = pair.firstIndex(of: 0x3A),
      let id = FormEncoding.decode(pair[..<colon]),
      let secret = FormEncoding.decode(pair[pair.index(after: colon)...]),
      !id.isEmpty
    else { throw Self.unreadable }
    self.id = id
    self.secret = Secret(secret)
  }

  private static var unreadable: OAuthError {
    .refused(.invalidClient, "The Authorization field holds no well-formed Basic credentials.")
  }
}
