// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// The tokens are made: an access token always, an ID token when a person signed in with `openid`.
///
/// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1)
struct IssueTokens: TokenRule {
  func apply(to attempt: inout TokenAttempt, by issuing: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = issuing.environment.now()
    // No token outlives the key that verifies it.
    let lifetime = min(
      client.accessTokenLifetime.map(TimeInterval.init) ?? issuing.settings.accessTokenLifetime,
      issuing.keys.rotation.retention)
    let ring = try await issuing.keys.ring()
    var token = AccessToken(
      subject: subject(of: attempt, for: client, by: issuing),
      clientID: client.id, scopes: attempt.scopes,
      familyID: attempt.family?.id ?? attempt.subject?.familyID,
      audience: attempt.audience.isEmpty ? [issuing.settings.audience] : attempt.audience,
      jkt: attempt.proof?.thumbprint, actor: attempt.actor,
      id: issuing.environment.token(bytes: 16),
      issuedAt: now,
      expiresAt:
        // What is exchanged ends with what it was exchanged for.
        min(now.addingTimeInterval(lifetime), attempt.subject?.expiresAt ?? .distantFuture))
    token.authTime = attempt.family?.authTime ?? attempt.subject?.authTime
    let accessToken = try token.signed(by: ring, for: issuing)
    var idToken: Secret?
    if let family = attempt.family, let person = attempt.person,
      attempt.scopes.contains("openid")
    {
      idToken = try IDTokenClaims(
        family: family, client: client, person: person, accessToken: accessToken, issuedAt: now
      ).signed(by: ring, for: issuing)
    }
    attempt.grant = TokenGrant(
      // "token_type … of DPoP to signal to the client that the access token was bound to its DPoP key".
      accessToken: accessToken, tokenType: token.jkt == nil ? "Bearer" : DPoPToken.type,
      expiry: .at(token.expiresAt),
      refreshToken: attempt.refreshToken, refreshExpiry: attempt.refreshExpiry, idToken: idToken,
      scopes: attempt.scopes.map { Scope(rawValue: $0) }, receivedAt: now)
    // "issued_token_type: REQUIRED. An identifier … for the representation of the issued security token."
    if attempt.subject != nil { attempt.grant?.issuedTokenType = .accessToken }
    issuing.audit(
      AuditEvent(
        .tokensIssued,
        [
          "client": client.id, "grant": attempt.request.grant.type,
          "user": attempt.person?.id ?? "none", "family": attempt.family?.id ?? "none",
        ]))
  }

  /// Whom the token is about, as its client knows them.
  private func subject(
    of attempt: TokenAttempt, for client: RegisteredClient, by issuing: AuthorizationServer
  ) -> String {
    if let person = attempt.person { return issuing.subject(of: person.id, for: client) }
    // A client's own subject can never be that of a person, whatever it calls itself.
    guard let token = attempt.subject else { return "client:" + client.id }
    // The client that the exchanged token was issued to may know the person by another name.
    guard let family = attempt.subjectFamily else { return token.subject }
    return issuing.subject(of: family.userID, for: client)
  }
}
