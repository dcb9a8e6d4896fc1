// SPDX-License-Identifier: Apache-2.0

/// The elliptic curves for key agreement (ECDH-ES).
///
/// [RFC 7518 §6.2.1.1](https://www.rfc-editor.org/rfc/rfc7518#section-6.2.1.1),
/// [RFC 8037 §3.2](https://www.rfc-editor.org/rfc/rfc8037#section-3.2)
public enum AgreementCurve: String, Sendable, CaseIterable {
  /// P-256
  case p256 = "P-256"
  /// P-384
  case p384 = "P-384"
  /// P-521
  case p521 = "P-521"
  /// X25519
  case x25519 = "X25519"
}
