// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Requires that an active user is signed in at this browser, recently enough; the expected user, where the
/// request names one.
///
/// [OIDC Core §3.1.2.3](https://openid.net/specs/openid-connect-core-1_0.html#Authenticates)
struct RequireSignIn: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    if let login = attempt.ask.login, isFresh(login, for: request, attempt, server),
      try isExpected(login, attempt, server),
      let user = try await server.directory.user(login.userID),
      user.standing == .active
    {
      attempt.user = user
      return
    }
    // "The Authorization Server MUST NOT display any authentication or consent user interface
    // pages."
    guard !request.prompt.contains("none") else {
      throw OAuthError.refused(.loginRequired, "The user is not signed in.")
    }
    // "otherwise, it SHOULD return an error, such as login_required". The user has just signed in, and is
    // not the expected one: another sign-in is not requested.
    if let login = attempt.ask.login, attempt.ask.freshLogin == login.digest,
      try !isExpected(login, attempt, server)
    {
      throw OAuthError.refused(.loginRequired, "Another user signed in than the request expects.")
    }
    attempt.need = .login(hint: request.loginHint)
  }

  /// "If the End-User identified by the ID Token is logged in or is logged in by the request, then the
  /// Authorization Server returns a positive response".
  private func isExpected(
    _ login: LoginSession, _ attempt: AuthorizeAttempt, _ server: AuthorizationServer
  ) throws -> Bool {
    guard let expected = attempt.expected else { return true }
    let subject = server.subject(of: login.userID, for: try established(attempt.client, "client"))
    return expected.contains { $0.isExactly(subject) }
  }

  private func isFresh(
    _ login: LoginSession, for request: AuthorizationRequest, _ attempt: AuthorizeAttempt,
    _ server: AuthorizationServer
  ) -> Bool {
    if let fresh = attempt.ask.freshLogin { return fresh == login.digest }
    // "The Authorization Server SHOULD prompt the End-User for reauthentication."
    guard !request.prompt.contains("login"), !request.prompt.contains("select_account") else {
      return false
    }
    // "If the elapsed time is greater than this value, the OP MUST attempt to actively
    // re-authenticate the End-User."
    // "default_max_age: … The max_age request parameter overrides this default value."
    guard let maxAge = request.maxAge ?? attempt.client?.metadata.defaultMaxAge else { return true }
    return maxAge > 0
      && server.environment.now().timeIntervalSince(login.authTime) <= Double(maxAge)
  }
}
