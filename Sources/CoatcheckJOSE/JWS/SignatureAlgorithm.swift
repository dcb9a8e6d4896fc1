// SPDX-License-Identifier: Apache-2.0

/// The signature algorithms which can be verified and made.
///
/// `none` and the symmetric algorithms are no members, so no configuration can allow them.
///
/// Spec: [RFC 7518 §3.1](https://www.rfc-editor.org/rfc/rfc7518#section-3.1),
/// [RFC 8037 §3.1](https://www.rfc-editor.org/rfc/rfc8037#section-3.1)
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes.
  case ps256 = "PS256"
  /// Ed25519.
  case edDSA = "EdDSA"
}
