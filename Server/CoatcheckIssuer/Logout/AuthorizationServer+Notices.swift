// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension AuthorizationServer {
  /// The clients to notify, from server to server, of a session that ended elsewhere than in its own browser.
  ///
  /// A client that cannot be notified is in the audit log.
  public func notices(about ended: EndedSession) async -> [LogoutNotice] {
    var attempt = LogoutAttempt(ask: LogoutInput(EndSessionRequest([:]), login: nil))
    attempt.ended = ended
    do {
      try await NotifyClients().apply(to: &attempt, by: self)
    } catch {
      audit(AuditEvent(.logoutUntold, ["reason": known(error).code.rawValue]))
    }
    return attempt.notices
  }
}
