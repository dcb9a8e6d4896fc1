// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Rotates the refresh token: marks it as used and stores its successor, in one transaction of the store.
///
/// Within the grace period after a rotation the same successor is returned again, in case the response was
/// lost. A used token that is presented later was stolen: the family is revoked. [RFC 9700
/// §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
struct RotateRefreshToken: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let presented = try established(attempt.presented, "refresh token")
    let family = try established(attempt.family, "family")
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    let next = NextRefreshToken(in: family, generation: 0, by: server)
    let sealed = try Successor.seal(
      next.token.secret, under: presented.secret, environment: server.environment)
    switch try await server.store.rotate(
      presented.digest, by: client.id, to: next.record, sealed: sealed,
      grace: server.settings.grace, at: now)
    {
    case .rotated(let family, _):
      attempt.family = family
      attempt.refreshToken = next.token.secret
      attempt.refreshExpiry = .at(next.record.expiresAt)
    case .repeated(let family, let sealed):
      attempt.family = family
      guard let successor = Successor.open(sealed, under: presented.secret) else {
        throw ServerFailure(reason: "The successor of a refresh token does not open.")
      }
      attempt.refreshToken = successor
    case .reused(let family):
      // "If a refresh token is compromised and subsequently used by both the attacker and the
      // legitimate client, one of them will present an invalidated refresh token, which will inform
      // the authorization server of the breach. … it will revoke the active refresh token."
      server.audit(AuditEvent(.refreshReuse, ["client": client.id, "family": family.id]))
      throw OAuthError.refused(
        .invalidGrant, "The refresh token was already used; the session has ended.")
    case .expired:
      throw OAuthError.refused(.invalidGrant, "The refresh token has expired.")
    case .revoked:
      throw OAuthError.refused(.invalidGrant, "The session was ended.")
    case .unknown, .wrongClient:
      throw OAuthError.refused(.invalidGrant, "The refresh token is unknown.")
    }
  }
}
