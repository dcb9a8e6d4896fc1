// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Verifies the DPoP proof of the token request, if there is one, and requires it from clients that are
/// registered with `dpop_bound_access_tokens`.
///
/// [RFC 9449 §5](https://www.rfc-editor.org/rfc/rfc9449#section-5)
struct RequireDPoP: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard let proof = attempt.proof else {
      // "If the value is true, the authorization server MUST reject token requests from this client that
      // do not contain the DPoP header." §5.2
      guard client.metadata.boundTokens == .optional else {
        throw OAuthError.refused(
          .invalidRequest, "This client must use DPoP.", parameter: "DPoP")
      }
      return
    }
    try await server.acceptOnce(proof)
  }
}

extension AuthorizationServer {
  /// Accepts a DPoP proof: with a current nonce where nonces are required, and only once.
  ///
  /// - Throws: `use_dpop_nonce` or `invalid_dpop_proof`.
  func acceptOnce(_ proof: DPoPProof.Received) async throws {
    if let nonces, settings.proofNonces == .required {
      let now = environment.now()
      try proof.requireNonce { nonces.isCurrent($0, at: now) }
    }
    // "To prevent multiple uses of the same DPoP proof, servers can store … the jti value of each DPoP
    // proof for the time window in which the respective DPoP proof JWT would be accepted". §11.1
    guard try await isFirstUse(of: proof.replayKey, in: "dpop", expiringAt: proof.forgettableAt)
    else {
      throw OAuthError.refused(
        .invalidDPoPProof, "The proof was used before, or has expired.", parameter: "DPoP")
    }
  }
}
