// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A token that is MACed with a shared secret, as an attacker who knows the secret makes it.
enum MACedToken {
  static func make(claims: some StringProtocol, secret: String) -> String {
    let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    let text = "\(header).\(claims)"
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    return text + "." + Base64URL.encode(Array(code))
  }
}
