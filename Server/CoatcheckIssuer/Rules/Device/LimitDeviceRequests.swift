// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Nobody fills the store with devices that wait for nobody.
///
/// [RFC 6819 §4.4.1.11](https://www.rfc-editor.org/rfc/rfc6819#section-4.4.1.11)
struct LimitDeviceRequests: DeviceAuthorizationRule {
  func apply(to attempt: inout DeviceAttempt, by issuing: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = issuing.environment.now()
    let counted = try await issuing.store.attempt(
      "device:\(client.id):\(attempt.source)", limit: issuing.settings.deviceRequests,
      window: issuing.settings.attemptWindow, at: now)
    if case .exhausted(let until) = counted {
      issuing.audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
  }
}
