// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Discards the new code if the login session ended meanwhile.
///
/// Signing out removes the stored codes of the session. A code that is stored after that is not removed, so
/// that the session is checked once more before the code is issued.
struct RecheckSession: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let login = try established(attempt.ask.login, "login")
    guard try await server.store.login(login.digest, at: server.environment.now()) != nil else {
      attempt.code = nil
      throw OAuthError.refused(.loginRequired, "The user has signed out.")
    }
  }
}
