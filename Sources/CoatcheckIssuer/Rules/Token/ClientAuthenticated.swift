// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// The client is who it says it is, by the one method it is registered for.
///
/// [RFC 6749 §3.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.2.1)
struct ClientAuthenticated: TokenRule, RevokeRule {
  func apply(to attempt: inout TokenAttempt, by issuing: Issuing) async throws {
    attempt.client = try await client(
      attempt.request.client, from: attempt.source, by: issuing)
  }

  func apply(to attempt: inout RevokeAttempt, by issuing: Issuing) async throws {
    attempt.client = try await client(
      attempt.request.client, from: attempt.source, by: issuing)
  }

  private func client(
    _ presented: PresentedClient, from source: String, by issuing: Issuing
  ) async throws -> RegisteredClient {
    guard let id = presented.id else { throw refusal("No client identifies itself.") }
    guard let client = try await issuing.store.client(id), client.standing == .active else {
      issuing.audit(AuditEvent(.clientRefused, ["client": id, "reason": "unknown or disabled"]))
      throw refusal("The client is not registered.")
    }
    // "the authorization server MUST … require client authentication for confidential clients or
    // for any client that was issued client credentials".
    guard presented.authentication.method == client.authenticationMethod else {
      issuing.audit(AuditEvent(.clientRefused, ["client": id, "reason": "method"]))
      throw refusal("The client is registered for another authentication method.")
    }
    guard let secret = presented.authentication.secret else { return client }
    try await check(secret, of: client, from: source, by: issuing)
    return client
  }

  /// "the authorization server MUST … implement protection against brute force attacks" on secrets:
  /// wrong ones are counted in the store, and once one was wrong the right one is counted as well.
  /// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1)
  private func check(
    _ secret: Secret, of client: RegisteredClient, from source: String, by issuing: Issuing
  ) async throws {
    let key = "client-secret:\(client.id):\(source)"
    let isRight =
      client.secretDigest.map { ConstantTime.equal($0.bytes, TokenDigest(of: secret).bytes) }
      ?? false
    if isRight, !issuing.suspicions.contains(key) { return }
    issuing.suspicions.insert(key)
    let now = issuing.environment.now()
    let attempt = try await issuing.store.attempt(
      key, limit: issuing.settings.secretAttempts, window: issuing.settings.attemptWindow, at: now)
    if case .exhausted(let until) = attempt {
      issuing.audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
    guard isRight else {
      issuing.audit(AuditEvent(.clientRefused, ["client": client.id, "reason": "secret"]))
      throw refusal("The client secret is wrong.")
    }
    issuing.suspicions.remove(key)
    try await issuing.store.clearAttempts(key)
  }

  private func refusal(_ reason: String) -> OAuthError { .refused(.invalidClient, reason) }
}
