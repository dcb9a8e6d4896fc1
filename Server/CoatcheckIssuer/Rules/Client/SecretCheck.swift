// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Compares a client secret with the registered one, and limits the attempts.
///
/// "the authorization server MUST … implement protection against brute force attacks". Wrong secrets are
/// counted in the store, by client and source address, for all servers on one store together. After a wrong
/// secret, the right one counts as an attempt as well; without one, it is never limited. [RFC 6749
/// §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1)
struct SecretCheck {
  let client: RegisteredClient
  /// The source address of the request.
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
