// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

/// An ID token of a known issuer: its signature, or its message authentication code, is verified.
enum AuthenticIDToken: Sendable {
  case signed(VerifiedJWT)
  case maced(VerifiedMACToken, MACAlgorithm)

  var claims: JSONObject {
    switch self {
    case .signed(let token): token.claims
    case .maced(let token, _): token.claims
    }
  }

  /// Validates the token against every rule.
  ///
  /// - Throws: As `IDTokenRules.check`.
  func checked(by rules: IDTokenRules) throws(OAuthError) -> IDToken {
    switch self {
    case .signed(let token): return try rules.check(token)
    case .maced(let token, let algorithm):
      var rules = rules
      rules.macAlgorithm = algorithm
      return try rules.check(token)
    }
  }
}
