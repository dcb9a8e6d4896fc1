// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// The rules for an ID token in the response to a refresh.
///
/// [OIDC Core §12.2](https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse): "its iss
/// Claim Value MUST be the same", "its sub Claim Value MUST be the same", "its aud Claim Value MUST
/// include the value in the ID Token issued when the original authentication occurred", "if the ID
/// Token contains an auth_time Claim, its value MUST represent the time of the original
/// authentication". A later time is accepted: some issuers update it when the user authenticates again
/// elsewhere.
struct RefreshedIDToken {
  let current: StoredSession
  let accessToken: Secret

  /// Whether the ID token replaces the stored one.
  ///
  /// It does not if only its times are invalid by this machine's clock: the clock may be wrong, and the
  /// other tokens of the response must not be lost for that.
  ///
  /// - Throws: `unreadable` when the token is of another issuer, client, user or sign-in; nothing of
  ///   the response may be used then.
  func isRecentEnough(_ token: AuthenticIDToken, now: Date) throws(OAuthError) -> Bool {
    do throws(OAuthError) {
      try check(token, at: now)
      return true
    } catch  where Self.times.contains(error.parameter ?? "") {
      guard let issuedAt = token.claims["iat"]?.doubleValue else { throw error }
      if let authTime = token.claims["auth_time"]?.doubleValue, authTime > issuedAt {
        // The issuer's clock was set back since the sign-in: no time satisfies both claims.
        try checkParties(token)
      } else {
        try check(token, at: Date(timeIntervalSince1970: issuedAt))
      }
      return false
    }
  }

  /// Checks that the token is from the same issuer, for the same client and about the same user.
  private func checkParties(_ token: AuthenticIDToken) throws(OAuthError) {
    let audience = token.claims["aud"]
    let audiences = audience?.arrayValue?.map(\.stringValue) ?? [audience?.stringValue]
    guard token.claims["iss"]?.stringValue == current.account.issuer,
      current.dialect.subjects.subject(in: token.claims) == current.account.subject,
      audiences.contains(current.account.clientID)
    else {
      throw .unreadable(.idTokenInvalid, "The refreshed ID token is about something else.")
    }
  }

  private static let times: Set<String> = ["exp", "iat", "nbf", "auth_time"]

  private func check(_ token: AuthenticIDToken, at now: Date) throws(OAuthError) {
    var rules = try IDTokenRules(
      issuer: Issuer(current.account.issuer), clientID: current.account.clientID, nonce: nil,
      algorithms: current.idTokenAlgorithms, now: now)
    rules.accessToken = accessToken
    let claims = try token.checked(by: rules)
    guard current.dialect.subjects.subject(in: token.claims) == current.account.subject else {
      throw .unreadable(
        .subjectMismatch, "The refreshed ID token is about another user.", parameter: "sub")
    }
    if let before = current.authTime, let authTime = claims.authTime, authTime < before {
      throw .unreadable(
        .idTokenInvalid, "The refreshed ID token is of an earlier sign-in.", parameter: "auth_time")
    }
  }
}
