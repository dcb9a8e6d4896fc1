// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension AuthorizationServer {
  /// The back-channel logout requests for a session that was ended elsewhere than in its own browser
  /// ([Back-Channel Logout §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest)). Nothing is sent.
  ///
  /// It never throws: a client whose notice cannot be made is reported to the audit log and left out.
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
