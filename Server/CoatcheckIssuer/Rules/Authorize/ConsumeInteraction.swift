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
    // The interaction began before now, so that it expires before this time.
    let end = server.environment.now().addingTimeInterval(server.settings.interactionLifetime)
    let isFirst = try await server.isFirstUse(
      of: interaction, in: "interaction", expiringAt: end)
    if !isFirst { attempt.need = .startAgain }
  }
}
