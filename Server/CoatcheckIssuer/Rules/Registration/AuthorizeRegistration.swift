// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Whoever registers a client may do so.
///
/// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)
struct AuthorizeRegistration: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by issuing: AuthorizationServer) async throws {
    let now = issuing.environment.now()
    let policy = issuing.settings.registration
    switch policy.access {
    case .off:
      throw OAuthError.refused(.accessDenied, "Clients are not registered here.", status: 403)
    case .open:
      break
    case .tokens(let tokens):
      // "the authorization server … MAY … require … an initial access token".
      guard let presented = attempt.token else {
        throw OAuthError.refused(
          .credentialsMissing, "Registration needs an initial access token.", status: 401)
      }
      let digest = TokenDigest(of: presented)
      guard let token = tokens.first(where: { ConstantTime.equal($0.digest.bytes, digest.bytes) }),
        now < token.expiresAt
      else { throw Self.refusal }
    }
    let counted = try await issuing.store.attempt(
      "register:\(attempt.source)", limit: policy.attempts,
      window: issuing.settings.attemptWindow, at: now)
    if case .exhausted(let until) = counted { throw OAuthError.throttled(until: until, now: now) }
  }

  static let refusal = OAuthError.refused(
    .invalidToken, "The initial access token is unknown, used up, or over.", status: 401)
}
