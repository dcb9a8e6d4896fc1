// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires a code challenge with the method S256.
///
/// [RFC 7636 §4.4.1](https://www.rfc-editor.org/rfc/rfc7636#section-4.4.1),
/// [RFC 9700 §2.1.1](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1)
struct RequirePKCE: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    // "If the server requires Proof Key for Code Exchange (PKCE) by OAuth public clients and
    // the client does not send the "code_challenge" in the request, the authorization endpoint MUST
    // return the authorization error response with the "error" value set to "invalid_request"."
    guard request.codeChallenge != nil, request.codeChallengeMethod == PKCE.method else {
      throw OAuthError.refused(
        .invalidRequest, "code_challenge is required.", parameter: "code_challenge")
    }
  }
}
