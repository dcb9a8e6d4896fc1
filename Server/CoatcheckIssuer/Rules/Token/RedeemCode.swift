// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Marks the code as used and stores its token family, in one transaction of the store.
///
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2)
struct RedeemCode: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let code = try established(attempt.code, "code")
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    let family = RefreshFamily(
      id: server.environment.identifier(), clientID: client.id, userID: code.userID,
      scopes: code.scopes, createdAt: now,
      absoluteExpiry: now.addingTimeInterval(server.settings.refreshAbsolute),
      authTime: code.authTime, nonce: code.nonce, sessionID: code.sessionID,
      context: GrantContext(
        jkt: attempt.proof?.thumbprint, resources: code.context.resources,
        claims: code.context.claims))
    let successor =
      client.grantTypes.contains("refresh_token")
      ? NextRefreshToken(in: family, generation: 0, by: server) : nil
    switch try await server.store.redeem(
      code.digest, opening: family, first: successor?.record, at: now)
    {
    case .redeemed:
      attempt.family = family
      attempt.refreshToken = successor?.token.secret
      attempt.refreshExpiry = successor.map { .at($0.record.expiresAt) } ?? .unknown
    case .alreadyUsed(let familyID):
      // "If an authorization code is used more than once, the authorization server MUST deny
      // the request and SHOULD revoke (when possible) all tokens previously issued based on that
      // authorization code."
      _ = try await server.store.revokeFamily(familyID, reason: "code_reuse", at: now)
      server.audit(AuditEvent(.codeReuse, ["client": client.id, "family": familyID]))
      throw OAuthError.refused(.invalidGrant, "The code was already used.")
    case .expired, .unknown:
      throw OAuthError.refused(.invalidGrant, "The code is unknown or has expired.")
    }
  }
}
