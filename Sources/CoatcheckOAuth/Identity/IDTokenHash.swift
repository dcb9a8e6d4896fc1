// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// A hash claim, which binds an ID token to a value that was sent with it.
///
/// [OIDC Core §3.3.2.11](https://openid.net/specs/openid-connect-core-1_0.html#HybridIDToken), and for
/// the state
/// [FAPI 1.0 Advanced §5.1.1](https://openid.net/specs/openid-financial-api-part-2-1_0.html#id-token-as-detached-signature).
public enum IDTokenHash: String, Sendable, Hashable, CaseIterable {
  /// The hash of the access token.
  case accessToken = "at_hash"
  /// The hash of the authorization code.
  case code = "c_hash"
  /// The hash of the `state`.
  case state = "s_hash"

  /// Computes the claim: "the base64url encoding of the left-most half of the hash of the octets of the
  /// ASCII representation" of the text, "where the hash algorithm used is the hash algorithm used in the
  /// alg Header Parameter of the ID Token's JOSE Header".
  ///
  /// - Parameters:
  ///   - text: The access token, the authorization code or the `state`.
  ///   - hash: The hash function of the algorithm that the ID token is signed with.
  public static func value(of text: Secret, hash: HashAlgorithm) -> String {
    let bytes = hash.hash(Array(text.reveal().utf8))
    return Base64URL.encode(bytes.prefix(bytes.count / 2))
  }
}
