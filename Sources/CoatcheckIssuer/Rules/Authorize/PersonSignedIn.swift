// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Somebody is signed in at this browser, recently enough, and may still be.
///
/// [OIDC Core §3.1.2.3](https://openid.net/specs/openid-connect-core-1_0.html#Authenticates)
struct PersonSignedIn: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by issuing: Issuing) async throws {
    let request = try established(attempt.request, "request")
    if let login = attempt.ask.login, isFresh(login, for: request, attempt, issuing),
      let person = try await issuing.directory.person(login.userID), person.standing == .active
    {
      attempt.person = person
      return
    }
    // "The Authorization Server MUST NOT display any authentication or consent user interface
    // pages."
    guard !request.prompt.contains("none") else {
      throw OAuthError.refused(.loginRequired, "Nobody is signed in.")
    }
    attempt.need = .login(hint: request.loginHint)
  }

  private func isFresh(
    _ login: LoginSession, for request: AuthorizationRequest, _ attempt: AuthorizeAttempt,
    _ issuing: Issuing
  ) -> Bool {
    if let fresh = attempt.ask.freshLogin { return fresh == login.digest }
    // "The Authorization Server SHOULD prompt the End-User for reauthentication."
    guard !request.prompt.contains("login"), !request.prompt.contains("select_account") else {
      return false
    }
    // "If the elapsed time is greater than this value, the OP MUST attempt to actively
    // re-authenticate the End-User."
    guard let maxAge = request.maxAge else { return true }
    return maxAge > 0
      && issuing.environment.now().timeIntervalSince(login.authTime) <= Double(maxAge)
  }
}
