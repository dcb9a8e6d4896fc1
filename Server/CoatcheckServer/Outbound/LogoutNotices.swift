// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckOAuth

/// Sends back-channel logout requests to clients.
extension IdentityServer {
  /// The limits for the response of one client. The user who signs out waits for it, so that the time is
  /// short.
  private static let limit = ResponseLimit(bytes: 64 << 10, deadline: .milliseconds(2500))

  /// Notifies all clients at once, and returns when each has responded or its time has passed.
  ///
  /// A client is notified once. A failure is logged.
  /// [Back-Channel Logout
  /// §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest)
  func tell(_ notices: [LogoutNotice]) async {
    guard !notices.isEmpty else { return }
    // In a separate task: clients are notified also when the browser disconnects.
    await Task {
      await withTaskGroup(of: Void.self) { group in
        for notice in notices { group.addTask { await tell(notice) } }
      }
    }.value
  }

  private func tell(_ notice: LogoutNotice) async {
    do throws(OAuthError) {
      guard let reach else {
        throw .misused("reach", "This server fetches no documents of clients.")
      }
      try reach.check(notice.endpoint, for: authorizationServer.settings.issuer)
      _ = try await reach.transport.perform(
        BackChannelLogoutExchange(token: notice.token, endpoint: notice.endpoint),
        limit: Self.limit, environment: authorizationServer.environment)
      authorizationServer.audit(AuditEvent(.logoutTold, ["client": notice.clientID]))
    } catch {
      authorizationServer.audit(
        AuditEvent(
          .logoutUntold, ["client": notice.clientID, "reason": error.code.rawValue]))
    }
  }
}
