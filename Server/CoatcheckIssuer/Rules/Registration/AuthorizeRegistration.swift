// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Checks that the sender may register clients.
///
/// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)
struct AuthorizeRegistration: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let now = server.environment.now()
    let policy = server.settings.registration
    switch policy.access {
    case .off:
      throw OAuthError.refused(.accessDenied, "Registration is closed.", status: 403)
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
  }

  static let refusal = OAuthError.refused(
    .invalidToken, "The initial access token is unknown, used, or expired.", status: 401)
}
