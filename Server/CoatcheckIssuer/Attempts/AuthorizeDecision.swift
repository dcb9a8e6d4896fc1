// SPDX-License-Identifier: Apache-2.0

/// What the issuer answers to an authorization request, and the languages in which its user wants to read.
public struct AuthorizeDecision: Sendable {
  /// The answer.
  public let outcome: AuthorizeOutcome
  /// `ui_locales` of the request as it counts: of the pushed or signed one where there is one. Nil without.
  public let uiLocales: String?
}
