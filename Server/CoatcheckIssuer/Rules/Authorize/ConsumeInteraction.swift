// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// One passage through the pages yields one code: the pages cannot be sent twice.
///
/// [RFC 9700 §4.7](https://www.rfc-editor.org/rfc/rfc9700#section-4.7)
struct ConsumeInteraction: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by issuing: AuthorizationServer) async throws {
    guard let interaction = attempt.ask.interaction else { return }
    let now = issuing.environment.now()
    let first = try await issuing.store.insertOnce(
      namespace: "interaction", key: interaction,
      expiresAt: now.addingTimeInterval(issuing.settings.interactionLifetime), at: now)
    if !first { attempt.need = .startAgain }
  }
}
