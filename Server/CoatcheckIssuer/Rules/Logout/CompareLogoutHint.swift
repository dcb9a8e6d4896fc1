// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Compares `logout_hint` with the user who is signed in at this browser.
///
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
struct CompareLogoutHint: LogoutRule {
  /// The claims by which `logout_hint` can name a user.
  private static let claims = ["preferred_username", "email", "phone_number"]

  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    // "Hint to the Authorization Server about the End-User that is logging out. … the value might contain an email
    // address, phone number, username, or session identifier pertaining to the RP's session with the OP".
    guard let hint = attempt.ask.request.logoutHint, let login = attempt.ask.login else { return }
    let user = try await server.directory.user(login.userID)
    let subject = attempt.client.map { server.subject(of: login.userID, for: $0) }
    let names =
      [login.sid, login.userID, subject, user?.name]
      + Self.claims.map { user?.claims[$0]?.stringValue }
    // The case of letters does not matter.
    let wanted = hint.lowercased()
    attempt.isForAnotherUser = !names.contains { $0?.lowercased().isExactly(wanted) == true }
  }
}
