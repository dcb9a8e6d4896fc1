// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension Pipeline {
  /// The rules of the logout endpoint, in their order. It shares no rule with the other endpoints.
  static let logout: [any LogoutRule] = [
    VerifyLogoutHint(),
    FindLogoutClient(),
    VerifyLogoutRedirectURI(),
    CompareLogoutHint(),
    // The parameters are valid from here on. The user may still have to confirm.
    ConfirmLogout(),
    EndBrowserSession(),
    NotifyClients(),
  ]
}

extension AuthorizationServer {
  /// Decides a logout request, and ends the login session of the browser unless the user has to confirm
  /// that first
  /// ([RP-Initiated Logout §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)).
  ///
  /// It never throws: an error is part of the outcome, for the user to read.
  public func endSession(_ ask: LogoutInput) async -> LogoutOutcome {
    var attempt = LogoutAttempt(ask: ask)
    do {
      for rule in Pipeline.logout {
        try await rule.apply(to: &attempt, by: self)
        if attempt.isUnconfirmed {
          return .confirmation(
            LogoutQuestion(client: attempt.client, isForAnotherUser: attempt.isForAnotherUser))
        }
      }
    } catch {
      return .page(known(error))
    }
    return .signedOut(
      SignOutResult(
        location: attempt.location, isLink: attempt.isLink, notices: attempt.notices,
        frames: attempt.frames))
  }
}
