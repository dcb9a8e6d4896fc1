// SPDX-License-Identifier: Apache-2.0

extension OAuthError.Code {
  /// The DPoP proof is missing something, is too old, or was made for another request or key.
  public static let invalidDPoPProof = Self(rawValue: "invalid_dpop_proof")
  /// The DPoP proof must hold the nonce that came with the answer.
  public static let useDPoPNonce = Self(rawValue: "use_dpop_nonce")
}
