// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Limits registrations and changes to them: each can make this server send requests to URIs of the sender.
///
/// [RFC 7591 §5](https://www.rfc-editor.org/rfc/rfc7591#section-5)
struct LimitRegistrationRequests: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let now = server.environment.now()
    let counted = try await server.store.attempt(
      "register:\(attempt.source)", limit: server.settings.registration.attempts,
      window: server.settings.attemptWindow, at: now)
    if case .exhausted(let until) = counted { throw OAuthError.throttled(until: until, now: now) }
  }
}
