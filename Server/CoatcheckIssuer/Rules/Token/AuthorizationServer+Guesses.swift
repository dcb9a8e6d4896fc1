// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension AuthorizationServer {
  /// Counts unknown codes by client and source address, and refuses further ones after too many.
  ///
  /// Right codes are not counted, and are refused only after too many unknown ones. All servers on one
  /// store count together. [RFC 6819 §4.4.1.3](https://www.rfc-editor.org/rfc/rfc6819#section-4.4.1.3)
  ///
  /// - Throws: A refusal with status 429 after too many unknown codes.
  func countGuess(isRight: Bool, client: RegisteredClient, source: String) async throws {
    let key = "code:\(client.id):\(source)"
    let (limit, window, now) = (settings.codeAttempts, settings.attemptWindow, environment.now())
    let counted =
      isRight
      ? try await store.nextAttempt(key, limit: limit, window: window, at: now)
      : try await store.attempt(key, limit: limit, window: window, at: now)
    if case .exhausted(let until) = counted {
      audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
  }
}
