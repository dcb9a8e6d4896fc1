// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Marks the interaction as used: one passage through the pages yields one code, also when a form is sent
/// twice.
///
/// [RFC 9700 §4.7](https://www.rfc-editor.org/rfc/rfc9700#section-4.7)
struct ConsumeInteraction: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    guard let interaction = attempt.ask.interaction else { return }
    let now = server.environment.now()
    let first = try await server.store.insertOnce(
      namespace: "interaction", key: interaction,
      expiresAt: now.addingTimeInterval(server.settings.interactionLifetime), at: now)
    if !first { attempt.need = .startAgain }
  }
}
