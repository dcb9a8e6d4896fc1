// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The browser's session was not ended while the code was made.
///
/// Signing out ends the codes that are stored. A code that was stored after that is found here, and is not
/// issued.
struct RecheckSession: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let login = try established(attempt.ask.login, "login")
    guard try await server.store.login(login.digest, at: server.environment.now()) != nil else {
      attempt.code = nil
      throw OAuthError.refused(.loginRequired, "The user has signed out.")
    }
  }
}
