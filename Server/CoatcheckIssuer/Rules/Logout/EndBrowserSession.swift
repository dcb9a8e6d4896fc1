// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Ends the login session, with its unused codes and the token families that do not outlive it, in one
/// transaction of the store.
///
/// [Back-Channel Logout
/// §2.7](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions)
struct EndBrowserSession: LogoutRule {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    guard let login = attempt.ask.login else { return }
    // Of concurrent requests only one ends the session, and notifies the clients.
    guard
      let ended = try await server.store.signOut(
        login.digest, reason: "logout", at: server.environment.now())
    else { return }
    attempt.ended = ended
    let revoked = ended.families.filter { $0.revokedAt != nil }.count
    server.audit(
      AuditEvent(
        .signedOut,
        [
          "user": login.userID, "client": attempt.client?.id ?? "none",
          "families": String(revoked),
        ]))
  }
}
