// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension Pipeline {
  /// What happens where sessions end, from top to bottom. It shares no rule with the other endpoints.
  static let logout: [any LogoutRule] = [
    VerifyLogoutHint(),
    FindLogoutClient(),
    VerifyLogoutRedirectURI(),
    CompareLogoutHint(),
    // From here on the request may be believed; the user still may not want it.
    ConfirmLogout(),
    EndBrowserSession(),
    NotifyClients(),
  ]
}

extension AuthorizationServer {
  /// Decides a request to end a session, and ends it.
  ///
  /// It never throws: what is wrong with a request is for the user to read.
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
