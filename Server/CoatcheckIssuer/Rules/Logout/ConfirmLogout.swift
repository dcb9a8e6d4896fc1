// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the user confirms, unless `id_token_hint` comes from the login session of this browser.
///
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
struct ConfirmLogout: LogoutRule {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    // Without a login session there is nothing to confirm.
    guard let login = attempt.ask.login, attempt.ask.decision == .unasked else { return }
    // "the OP MUST ask the End-User this question if an id_token_hint was not provided or if the supplied ID
    // Token does not belong to the current OP session with the RP and/or currently logged in End-User."
    let subject = attempt.client.map { server.subject(of: login.userID, for: $0) }
    let isOfThisSession =
      subject.map { attempt.hint?.subject.isExactly($0) == true } == true
      && attempt.hint?.sessionID?.isExactly(login.sid) == true
    attempt.isUnconfirmed = !isOfThisSession || attempt.isForAnotherUser
  }
}
