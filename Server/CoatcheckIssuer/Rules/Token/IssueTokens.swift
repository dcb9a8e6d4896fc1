// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Creates the access token, and an ID token when a user signed in with the scope `openid`.
///
/// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1)
struct IssueTokens: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    // No token lives longer than its key stays published.
    let lifetime = min(
      client.accessTokenLifetime.map(TimeInterval.init) ?? server.settings.accessTokenLifetime,
      server.keys.rotation.retention)
    let ring = try await server.keys.ring()
    var token = AccessToken(
      subject: subject(of: attempt, for: client, by: server),
      clientID: client.id, scopes: attempt.scopes,
      familyID: attempt.family?.id ?? attempt.subject?.familyID,
      audience: attempt.audience.isEmpty ? [server.settings.audience] : attempt.audience,
      jkt: attempt.proof?.thumbprint, actor: attempt.actor,
      id: server.environment.identifier(),
      issuedAt: now,
      expiresAt:
        // A token of an exchange expires with the subject token, at the latest.
        min(now.addingTimeInterval(lifetime), attempt.subject?.expiresAt ?? .distantFuture))
    token.authTime = attempt.family?.authTime ?? attempt.subject?.authTime
    let accessToken = try token.signed(by: ring, for: server)
    var idToken: Secret?
    if let family = attempt.family, let user = attempt.user,
      attempt.scopes.contains("openid")
    {
      idToken = try IDTokenClaims(
        family: family, client: client, user: user, accessToken: accessToken, issuedAt: now
      ).signed(by: ring, for: server)
    }
    var grant = TokenGrant(
      // "token_type … of DPoP to signal to the client that the access token was bound to its DPoP key".
      accessToken: accessToken, tokenType: token.jkt == nil ? "Bearer" : DPoPToken.type,
      expiry: .at(token.expiresAt),
      refreshToken: attempt.refreshToken, idToken: idToken, receivedAt: now)
    grant.refreshExpiry = attempt.refreshExpiry
    grant.scopes = attempt.scopes.map { Scope(rawValue: $0) }
    // "issued_token_type: REQUIRED. An identifier … for the representation of the issued security token."
    if attempt.subject != nil { grant.issuedTokenType = .accessToken }
    attempt.grant = grant
    server.audit(
      AuditEvent(
        .tokensIssued,
        [
          "client": client.id, "grant": attempt.request.grant.type,
          "user": attempt.user?.id ?? "none", "family": attempt.family?.id ?? "none",
        ]))
  }

  /// The `sub` of the access token, as this client knows it.
  private func subject(
    of attempt: TokenAttempt, for client: RegisteredClient, by server: AuthorizationServer
  ) -> String {
    if let user = attempt.user { return server.subject(of: user.id, for: client) }
    // The prefix keeps the subject of a client apart from those of users.
    guard let token = attempt.subject else { return "client:" + client.id }
    // With pairwise identifiers, the client of the subject token may know the user by another `sub`.
    guard let family = attempt.subjectFamily else { return token.subject }
    return server.subject(of: family.userID, for: client)
  }
}
