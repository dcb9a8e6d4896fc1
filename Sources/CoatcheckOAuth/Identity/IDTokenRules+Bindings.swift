// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// What ties it to this sign-in and to the access token.
extension IDTokenRules {
  static func checkNonce(_ rules: IDTokenRules, _ token: VerifiedJWT) throws(OAuthError) {
    guard let sent = rules.nonce else { return }
    guard let received = token.claims["nonce"]?.stringValue, Secret(received).matches(sent) else {
      throw .unreadable(
        .nonceMismatch, "The ID token was made for another sign-in.", parameter: "nonce")
    }
  }

  static func checkAccessTokenHash(_ rules: IDTokenRules, _ token: VerifiedJWT) throws(OAuthError) {
    guard let accessToken = rules.accessToken, let claimed = token.claims["at_hash"] else { return }
    let right = AccessTokenHash.value(for: accessToken, algorithm: token.header.algorithm)
    guard let text = claimed.stringValue, ConstantTime.equal(text.utf8, right.utf8) else {
      throw invalid("at_hash", "The ID token belongs to another access token.")
    }
  }
}
