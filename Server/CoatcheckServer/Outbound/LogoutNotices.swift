// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckOAuth

/// Tells clients, from server to server, that a session is over.
extension IdentityServer {
  /// How long one client may take, and how much of its answer is read. One that hangs holds up the person
  /// who signs out for no longer.
  private static let limit = ResponseLimit(bytes: 64 << 10, deadline: .milliseconds(2500))

  /// Tells all of them at once, and returns when each has answered or had its time.
  ///
  /// Nobody is told twice: what a client did not hear is in the log.
  /// [Back-Channel Logout
  /// §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest)
  func tell(_ notices: [LogoutNotice]) async {
    guard !notices.isEmpty else { return }
    // A task of its own: a browser that goes away meanwhile keeps no client from hearing of it.
    await Task {
      await withTaskGroup(of: Void.self) { group in
        for notice in notices { group.addTask { await tell(notice) } }
      }
    }.value
  }

  private func tell(_ notice: LogoutNotice) async {
    do throws(OAuthError) {
      guard let reach else { throw .misused("reach", "This server reaches no clients.") }
      try reach.check(notice.endpoint, for: issuing.settings.issuer)
      _ = try await reach.transport.perform(
        BackChannelLogoutExchange(token: notice.token, endpoint: notice.endpoint),
        limit: Self.limit, environment: issuing.environment)
      issuing.audit(AuditEvent(.logoutTold, ["client": notice.clientID]))
    } catch {
      issuing.audit(
        AuditEvent(
          .logoutUntold, ["client": notice.clientID, "reason": error.code.rawValue]))
    }
  }
}
