// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires a DPoP proof for a refresh token with a key binding; from a public client, with the same key.
///
/// [RFC 9449 §5](https://www.rfc-editor.org/rfc/rfc9449#section-5)
struct VerifyRefreshTokenKey: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard let bound = try established(attempt.family, "family").context.jkt else { return }
    guard let proof = attempt.proof else {
      throw OAuthError.refused(
        .invalidRequest, "The tokens are bound to a key, and the DPoP proof is missing.",
        parameter: "DPoP")
    }
    // "Refresh tokens issued to confidential clients … are not bound to the DPoP proof public key because
    // they are already sender-constrained with a different existing mechanism."
    guard client.authenticationMethod == "none" else { return }
    // "the refresh token MUST be bound to the respective public key … when they are issued to public
    // clients".
    guard (try? proof.requireKey(bound)) != nil else {
      throw OAuthError.refused(
        .invalidDPoPProof, "The refresh token is bound to another key.", parameter: "DPoP")
    }
  }
}
