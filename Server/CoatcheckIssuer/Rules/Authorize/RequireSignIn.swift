// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Somebody is signed in at this browser, recently enough, and may still be; the one who is expected, where
/// somebody is.
///
/// [OIDC Core §3.1.2.3](https://openid.net/specs/openid-connect-core-1_0.html#Authenticates)
struct RequireSignIn: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by issuing: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    if let login = attempt.ask.login, isFresh(login, for: request, attempt, issuing),
      try isExpected(login, attempt, issuing),
      let person = try await issuing.directory.person(login.userID),
      person.standing == .active
    {
      attempt.person = person
      return
    }
    // "The Authorization Server MUST NOT display any authentication or consent user interface
    // pages."
    guard !request.prompt.contains("none") else {
      throw OAuthError.refused(.loginRequired, "Nobody who may be is signed in.")
    }
    // "otherwise, it SHOULD return an error, such as login_required": who was expected had their chance.
    if let login = attempt.ask.login, attempt.ask.freshLogin == login.digest,
      try !isExpected(login, attempt, issuing)
    {
      throw OAuthError.refused(.loginRequired, "Somebody else signed in than was expected.")
    }
    attempt.need = .login(hint: request.loginHint)
  }

  /// "If the End-User identified by the ID Token is logged in or is logged in by the request, then the
  /// Authorization Server returns a positive response".
  private func isExpected(
    _ login: LoginSession, _ attempt: AuthorizeAttempt, _ issuing: AuthorizationServer
  ) throws -> Bool {
    guard let expected = attempt.expected else { return true }
    let subject = issuing.subject(
      of: login.userID, for: try established(attempt.client, "client"))
    return expected.contains { $0.isExactly(subject) }
  }

  private func isFresh(
    _ login: LoginSession, for request: AuthorizationRequest, _ attempt: AuthorizeAttempt,
    _ issuing: AuthorizationServer
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
      && issuing.environment.now().timeIntervalSince(login.authTime) <= Double(maxAge)
  }
}
