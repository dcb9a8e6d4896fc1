// SPDX-License-Identifier: Apache-2.0

/// What to do with an authorization request, and the languages that its user prefers.
public struct AuthorizeDecision: Sendable {
  /// What to do with the request.
  public let outcome: AuthorizeOutcome
  /// The `ui_locales` parameter, space-separated language tags
  /// ([OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)): that of the
  /// pushed request or request object where there is one. Nil without the parameter.
  public let uiLocales: String?
}
