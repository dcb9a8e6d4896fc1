// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires a DPoP proof with the key of a sender-constrained token, which is not accepted as a bearer
/// token.
///
/// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
struct VerifyTokenBinding: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    guard attempt.scheme == .dpop else {
      // "a resource server … MUST NOT accept a DPoP-bound access token as a bearer token". §7.2
      guard token.jkt == nil else {
        throw OAuthError.refused(
          .invalidToken, "The access token is bound to a key and is not a bearer token.")
      }
      return
    }
    guard let proof = attempt.proof else {
      throw OAuthError.refused(
        .invalidDPoPProof, "The DPoP proof is missing.", parameter: "DPoP", status: 401)
    }
    try proof.requireBinding(of: attempt.accessToken, to: TokenConfirmation(thumbprint: token.jkt))
    try await server.acceptOnce(proof)
  }
}
