// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// A claim that ties an ID token to something it came with.
///
/// [OIDC Core §3.3.2.11](https://openid.net/specs/openid-connect-core-1_0.html#HybridIDToken),
/// and for the state [FAPI 1.0 Advanced §5.1.1](https://openid.net/specs/openid-financial-api-part-2-1_0.html#id-token-as-detached-signature).
public enum IDTokenHash: String, Sendable, Hashable, CaseIterable {
  /// The access token.
  case accessToken = "at_hash"
  /// The code.
  case code = "c_hash"
  /// The state.
  case state = "s_hash"

  /// The claim's value: "the base64url encoding of the left-most half of the hash of the octets of the ASCII
  /// representation" of the text, "where the hash algorithm used is the hash algorithm used in the alg Header
  /// Parameter of the ID Token's JOSE Header".
  ///
  /// - Parameters:
  ///   - text: The access token, the code or the state.
  ///   - hash: The hash of the ID token's algorithm.
  public static func value(of text: Secret, hash: HashAlgorithm) -> String {
    let bytes = hash.hash(Array(text.reveal().utf8))
    return Base64URL.encode(bytes.prefix(bytes.count / 2))
  }
}
