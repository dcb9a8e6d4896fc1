// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The `at_hash` claim, which binds an ID token to the access token of the same response.
///
/// [OIDC Core §3.1.3.6](https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken).
public enum AccessTokenHash {
  /// Computes the claim: "the base64url encoding of the left-most half of the hash of the octets of the
  /// ASCII representation of the access_token value, where the hash algorithm used is the hash algorithm
  /// used in the alg Header Parameter". For Ed25519 that is SHA-512.
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - algorithm: The algorithm with which the ID token is signed.
  public static func value(for accessToken: Secret, algorithm: SignatureAlgorithm) -> String {
    IDTokenHash.value(of: accessToken, hash: algorithm.hash)
  }
}
