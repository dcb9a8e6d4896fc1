// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// When it was made, from when on and until when it counts.
extension IDTokenRules {
  static func checkExpiry(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    let end = try NumericDate.require("exp", in: token.claims)
    guard rules.now < end.addingTimeInterval(rules.leeway) else {
      throw invalid("exp", "The ID token has expired.")
    }
  }

  static func checkIssuedAt(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    let issued = try NumericDate.require("iat", in: token.claims)
    guard issued <= rules.now.addingTimeInterval(rules.leeway) else {
      throw invalid("iat", "The ID token was made in the future.")
    }
  }

  static func checkNotBefore(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    guard let start = try NumericDate.read("nbf", in: token.claims) else { return }
    guard start <= rules.now.addingTimeInterval(rules.leeway) else {
      throw invalid("nbf", "The ID token doesn't count yet.")
    }
  }

  static func checkAuthTime(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    guard let time = try NumericDate.read("auth_time", in: token.claims) else {
      guard rules.maxAge == nil else {
        throw invalid("auth_time", "The ID token doesn't say when the person signed in.")
      }
      return
    }
    guard time <= rules.now.addingTimeInterval(rules.leeway) else {
      throw invalid("auth_time", "The person signed in in the future.")
    }
    if let maxAge = rules.maxAge,
      rules.now.timeIntervalSince(time) > Double(maxAge) + rules.leeway
    {
      throw invalid("auth_time", "The person signed in too long ago.")
    }
  }
}
