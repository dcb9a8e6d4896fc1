// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The rules that bind an ID token to its sign-in: the nonce, and the hashes of access token, code and
/// state.
extension IDTokenRules {
  static func checkNonce(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    guard let sent = rules.nonce else { return }
    guard let received = token.claims["nonce"]?.stringValue, Secret(received).matches(sent) else {
      throw .unreadable(
        .nonceMismatch, "The ID token was made for another sign-in.", parameter: "nonce")
    }
  }

  static func checkAccessTokenHash(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError)
  {
    try check(.accessToken, of: rules.accessToken, rules, token)
  }

  static func checkCodeHash(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    try check(.code, of: rules.code, rules, token)
  }

  static func checkStateHash(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    try check(.state, of: rules.state, rules, token)
  }

  private static func check(
    _ hash: IDTokenHash, of value: Secret?, _ rules: IDTokenRules, _ token: SignedClaims
  ) throws(OAuthError) {
    let claim = hash.rawValue
    guard let claimed = token.claims[claim] else {
      guard !rules.requiredHashes.contains(hash) else {
        throw invalid(claim, "The ID token is not bound to what it came with.")
      }
      return
    }
    guard let value else {
      guard !rules.requiredHashes.contains(hash) else {
        throw .misused(claim, "The rules require a hash, and have nothing to compare it with.")
      }
      return
    }
    let right = IDTokenHash.value(of: value, hash: token.algorithm.hash)
    guard let text = claimed.stringValue, ConstantTime.equal(text.utf8, right.utf8) else {
      throw invalid(claim, "The ID token belongs to something else than it came with.")
    }
  }
}
