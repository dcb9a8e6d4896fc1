// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Creates the authorization code, and stores its digest with the values that it is bound to.
///
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2)
struct IssueCode: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    let client = try established(attempt.client, "client")
    let user = try established(attempt.user, "user")
    let login = try established(attempt.ask.login, "login")
    let now = server.environment.now()
    let code = OpaqueToken(.code, environment: server.environment)
    // "The authorization code MUST expire shortly after it is issued to mitigate the risk of leaks.
    // … The code is bound to the client identifier and redirection URI."
    try await server.store.issueCode(
      AuthorizationCodeRecord(
        digest: code.digest,
        clientID: client.id,
        userID: user.id,
        redirectURI: try established(attempt.redirectURI, "redirect URI"),
        scopes: attempt.scopes,
        nonce: request.nonce,
        codeChallenge: try established(request.codeChallenge, "code challenge"),
        authTime: login.authTime,
        issuedAt: now,
        expiresAt: now.addingTimeInterval(server.settings.codeLifetime),
        sessionID: login.sid,
        context: GrantContext(
          jkt: attempt.parameters["dpop_jkt"] ?? attempt.pushed?.jkt,
          resources: attempt.resources, claims: attempt.claims)))
    attempt.code = code.secret
  }
}
