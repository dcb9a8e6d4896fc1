// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension AuthorizationServer {
  /// Counts unknown codes per client and address, and makes a guesser wait.
  ///
  /// A client that never guessed costs the store nothing; one that did is counted on every try.
  /// [RFC 6819 §4.4.1.3](https://www.rfc-editor.org/rfc/rfc6819#section-4.4.1.3)
  ///
  /// - Throws: 429 when there were too many.
  func countGuess(isRight: Bool, client: RegisteredClient, source: String) async throws {
    let key = "code:\(client.id):\(source)"
    if isRight, !recentFailures.contains(key) { return }
    recentFailures.insert(key)
    let now = environment.now()
    let counted = try await store.attempt(
      key, limit: settings.codeAttempts, window: settings.attemptWindow, at: now)
    if case .exhausted(let until) = counted {
      audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
  }
}
