// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires a DPoP proof with the key that the code is bound to, if it is bound to one.
///
/// [RFC 9449 §10](https://www.rfc-editor.org/rfc/rfc9449#section-10)
struct VerifyCodeKey: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard let bound = try established(attempt.code, "code").context.jkt else { return }
    guard let proof = attempt.proof else {
      throw OAuthError.refused(
        .invalidRequest, "The code is bound to a key, and the DPoP proof is missing.",
        parameter: "DPoP")
    }
    // "When a token request is received, the authorization server … verifies that it matches the dpop_jkt
    // parameter value in the authorization request. If they do not match, it MUST reject the request."
    try proof.requireKey(bound)
  }
}
