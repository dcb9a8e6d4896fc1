// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import Logging

/// Opens the session of a sign-in whose ID token is verified. If the sign-in is refused here, its tokens
/// are revoked.
struct SessionOpening: Sendable {
  let site: SignInSite
  let provider: WebProvider
  let flow: WebFlow
  /// The ID under which the sign-in is claimed.
  let id: String

  /// Claims that are about the token and not about the user.
  private static let ownClaims: Set<String> = [
    "nonce", "at_hash", "c_hash", "s_hash", "aud", "azp", "exp", "iat", "jti", "nbf",
  ]

  /// Claims that are read only from the ID token: who the user is, and how the user was authenticated.
  private static let signedClaims: Set<String> = [
    "iss", "sub", "sid", "acr", "amr", "auth_time", "session_expiry",
  ]

  func answer(
    _ verified: VerifiedSignIn, removing flowCookie: String, _ request: WebRequest
  ) async throws(OAuthError) -> WebAnswer {
    do {
      let (value, user, replaced) = try await opened(verified, request)
      if let replaced { await end(replaced, after: user) }
      return .redirect(
        to: flow.returnPath,
        setting: [
          site.sessionCookie.setting(value), flowCookie, Rounds(site: site).next(request.head),
        ])
    } catch {
      if let runtime = site.contexts.runtime(of: provider) {
        await verified.session.revoke(by: runtime)
      }
      throw OAuthError.known(error)
        ?? .refused(.accessDenied, "The site does not let the user in.", status: 403)
    }
  }

  /// Drops the replaced session from memory, and revokes its tokens if it was another user's.
  private func end(_ replaced: OpenedSession, after user: WebUser) async {
    // Some providers revoke the whole grant of this client when one token is revoked: for the same user,
    // the new session would end as well.
    site.live.drop(replaced.key)
    let session = replaced.session
    if !session.user.isSame(as: user) {
      await site.revoke(session.tokens.current, of: session.user)
    }
  }

  private func opened(
    _ verified: VerifiedSignIn, _ request: WebRequest
  ) async throws -> (cookie: String, user: WebUser, replaced: OpenedSession?) {
    guard let identity = verified.identity else {
      throw OAuthError.unreadable(.idTokenInvalid, "There is no ID token.", parameter: "id_token")
    }
    let user = WebUser(
      provider: provider.name, issuer: verified.session.account.issuer, subject: identity.subject,
      claims: try await claims(identity, verified.session), authTime: identity.authTime)
    let (found, before) = try await site.session(of: request.head)
    try check(user, replacing: before)
    try await site.options.signedIn(user)
    var content = SessionContent(
      user: user, providerSession: identity.claims["sid"]?.stringValue, flow: id,
      returnPath: flow.returnPath,
      formToken: Secret(site.environment.token()), tokens: verified.session)
    // A stronger sign-in continues the session of the user, with its data.
    if case .stepUp = flow.purpose, let before { content.data = before.session.data }
    let value = try await site.open(
      content, startedAt: flow.startedAt, until: end(of: verified, at: site.environment.now()),
      // Also a session that is hidden because the clock was set back.
      replacing: found.key)
    guard let value else {
      throw OAuthError.refused(
        .loginRequired, "The user was signed out at the provider meanwhile.", status: 403)
    }
    return (value, user, before)
  }

  /// - Throws: `refused` when a stronger sign-in is another user's, or does not meet the requirement.
  private func check(_ user: WebUser, replacing before: OpenedSession?) throws(OAuthError) {
    guard case .stepUp(let key, let requirement) = flow.purpose else { return }
    guard let before, before.key == key, before.session.user.isSame(as: user) else {
      throw .refused(
        .subjectMismatch, "Another user signed in than the one who was asked.", status: 403)
    }
    // OIDC Core §3.1.2.1 has the provider "attempt to actively re-authenticate the End-User" after max_age,
    // and acr_values are voluntary: only the ID token tells whether the requirement is met.
    guard
      requirement.isMet(
        by: user, at: site.environment.now(), leeway: SignInSite.authenticationLeeway)
    else {
      throw .refused(
        .unmetAuthenticationRequirements,
        "The provider cannot authenticate the user as this page requires.", status: 403)
    }
  }

  /// When the session ends: after its lifetime, but not later than its refresh token or `session_expiry`.
  private func end(of verified: VerifiedSignIn, at now: Date) -> Date {
    var end = now.addingTimeInterval(site.options.lifetime.seconds)
    if let refresh = verified.session.refreshExpiry.date { end = min(end, refresh) }
    if let limit = verified.identity?.claims["session_expiry"]?.doubleValue {
      end = min(end, Date(timeIntervalSince1970: limit))
    }
    return end
  }

  /// The claims about the user.
  ///
  /// - Throws: As ``WebSession/userInfo()``, when the userinfo endpoint is requested.
  private func claims(
    _ identity: IDToken, _ stored: StoredSession
  ) async throws(OAuthError) -> JSONObject {
    var claims = JSONObject()
    for (name, value) in identity.claims where !Self.ownClaims.contains(name) {
      claims[name] = value
    }
    guard provider.readsUserInfo, let runtime = site.contexts.runtime(of: provider) else {
      return claims
    }
    let session = Session(stored, store: MemoryTokenStore(), runtime: runtime)
    let excluded = Self.ownClaims.union(Self.signedClaims)
    for (name, value) in try await session.userInfo().claims
    where claims[name] == nil && !excluded.contains(name) {
      claims[name] = value
    }
    return claims
  }
}
