// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Verifies the code verifier against the code challenge of the authorization request.
///
/// [RFC 7636 §4.6](https://www.rfc-editor.org/rfc/rfc7636#section-4.6)
struct VerifyPKCE: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .authorizationCode(_, _, let verifier) = attempt.request.grant else { return }
    let code = try established(attempt.code, "code")
    // "Authorization servers MUST … ensure that a token request containing a code_verifier
    // parameter is accepted only if a code_challenge parameter was present in the authorization
    // request". https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1
    guard !code.codeChallenge.isEmpty else {
      throw OAuthError.refused(.invalidGrant, "The authorization request had no code challenge.")
    }
    // "If the values are not equal, an error response indicating "invalid_grant" … MUST be
    // returned."
    guard let verifier, PKCE.verify(verifier: verifier, challenge: code.codeChallenge) else {
      throw OAuthError.refused(
        .invalidGrant, "code_verifier does not fit the code.", parameter: "code_verifier")
    }
  }
}
