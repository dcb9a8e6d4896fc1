// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// The rules for the times of an ID token.
extension IDTokenRules {
  func checks(_ claims: JSONObject) -> JWTChecks {
    JWTChecks(claims: claims, kind: "The ID token", now: now, leeway: leeway, error: Self.invalid)
  }

  static func checkExpiry(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    try rules.checks(token.claims).checkExpiry()
  }

  static func checkIssuedAt(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    let checks = rules.checks(token.claims)
    _ = try checks.requiredDate("iat")
    try checks.checkStart("iat")
  }

  static func checkNotBefore(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    try rules.checks(token.claims).checkStart("nbf")
  }

  static func checkAuthTime(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    guard let time = try rules.checks(token.claims).checkStart("auth_time") else {
      guard rules.maxAge == nil else {
        throw invalid("auth_time", "The ID token does not state when the user signed in.")
      }
      return
    }
    if let maxAge = rules.maxAge,
      rules.now.timeIntervalSince(time) > Double(maxAge) + rules.leeway
    {
      throw invalid("auth_time", "The user signed in too long ago.")
    }
  }
}
