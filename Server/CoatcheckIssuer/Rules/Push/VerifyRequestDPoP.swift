// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Verifies that the DPoP proof of a pushed request is made with the key in `dpop_jkt`, if the request has
/// both.
///
/// [RFC 9449 §10.1](https://www.rfc-editor.org/rfc/rfc9449#section-10.1)
struct VerifyRequestDPoP: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    guard let proof = attempt.proof else { return }
    // "If both mechanisms are used at the same time, the authorization server MUST reject the request if
    // the JWK Thumbprint in dpop_jkt does not match the public key in the DPoP header."
    if let named = attempt.parameters["dpop_jkt"], (try? proof.requireKey(named)) == nil {
      throw OAuthError.refused(
        .invalidDPoPProof, "The request names another key than the proof.", parameter: "dpop_jkt")
    }
    try await server.acceptOnce(proof)
  }
}
