// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckOAuth

/// Notifies clients, from server to server, that a session has ended.
extension IdentityServer {
  /// How long one client may take, and how much of its answer is read. One that hangs holds up the user
  /// who signs out for no longer.
  private static let limit = ResponseLimit(bytes: 64 << 10, deadline: .milliseconds(2500))

  /// Tells all of them at once, and returns when each has answered or had its time.
  ///
  /// A client is notified once: a failed notification is in the log.
  /// [Back-Channel Logout
  /// §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest)
  func tell(_ notices: [LogoutNotice]) async {
    guard !notices.isEmpty else { return }
    // A task of its own: a browser that disconnects does not keep clients from being notified.
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
