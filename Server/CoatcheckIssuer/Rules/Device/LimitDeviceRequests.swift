// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Limits device authorization requests, so that they do not fill the store.
///
/// [RFC 6819 §4.4.1.11](https://www.rfc-editor.org/rfc/rfc6819#section-4.4.1.11)
struct LimitDeviceRequests: DeviceAuthorizationRule {
  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    let counted = try await server.store.attempt(
      "device:\(client.id):\(attempt.source)", limit: server.settings.deviceRequests,
      window: server.settings.attemptWindow, at: now)
    if case .exhausted(let until) = counted {
      server.audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
  }
}
