// SPDX-License-Identifier: Apache-2.0

/// The asymmetric signature algorithms that are supported.
///
/// `none` and the symmetric algorithms are not included, so no configuration can allow them; for a secret
/// that both sides share there is ``MACKey``.
///
/// [RFC 7518 §3.1](https://www.rfc-editor.org/rfc/rfc7518#section-3.1),
/// [RFC 8037 §3.1](https://www.rfc-editor.org/rfc/rfc8037#section-3.1),
/// [RFC 9864 §2.2](https://www.rfc-editor.org/rfc/rfc9864#section-2.2)
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384, MGF1 with SHA-384 and a salt of 48 bytes.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512, MGF1 with SHA-512 and a salt of 64 bytes.
  case ps512 = "PS512"
  /// Ed25519, under the older name that does not state the curve.
  case edDSA = "EdDSA"
  /// Ed25519, under the name that states the curve. It is the same operation as ``edDSA``, but another
  /// name: a token must use the one that was agreed.
  case ed25519 = "Ed25519"

  /// The hash function of the algorithm; for Ed25519 the one it uses internally.
  public var hash: HashAlgorithm {
    switch self {
    case .es256, .rs256, .ps256: .sha256
    case .es384, .rs384, .ps384: .sha384
    case .es512, .rs512, .ps512, .edDSA, .ed25519: .sha512
    }
  }
}
