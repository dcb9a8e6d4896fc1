// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// A client secret is the registered one.
///
/// "the authorization server MUST … implement protection against brute force attacks" on secrets:
/// wrong ones are counted in the store, and once one was wrong the right one is counted as well. A right one from where
/// none was wrong is never held back. All servers on one store count together.
/// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1)
struct SecretCheck {
  let client: RegisteredClient
  /// Where the request came from.
  let source: String

  func check(_ secret: Secret, by server: AuthorizationServer) async throws {
    let key = "client-secret:\(client.id):\(source)"
    let isRight =
      client.secretDigest.map { ConstantTime.equal($0.bytes, TokenDigest(of: secret).bytes) }
      ?? false
    let now = server.environment.now()
    let (limit, window) = (server.settings.secretAttempts, server.settings.attemptWindow)
    if isRight {
      let next = try await server.store.nextAttempt(key, limit: limit, window: window, at: now)
      if next == .allowed(1) { return }
    }
    let attempt = try await server.store.attempt(key, limit: limit, window: window, at: now)
    if case .exhausted(let until) = attempt {
      server.audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
    guard isRight else {
      server.audit(AuditEvent(.clientRefused, ["client": client.id, "reason": "secret"]))
      throw OAuthError.refused(.invalidClient, "The client secret is wrong.")
    }
    try await server.store.clearAttempts(key)
  }
}
