// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The thumbprint of a client's TLS certificate, to which tokens are bound: `x5t#S256`.
///
/// [RFC 8705 §3.1](https://www.rfc-editor.org/rfc/rfc8705#section-3.1).
public enum CertificateThumbprint {
  /// The thumbprint of a certificate, in base64url without padding.
  ///
  /// "The value of the x5t#S256 member is a base64url-encoded SHA-256 hash (i.e., thumbprint, fingerprint,
  /// or digest) of the DER encoding of the X.509 certificate."
  ///
  /// - Parameter der: The certificate, DER-encoded.
  public static func value(ofDER der: some Sequence<UInt8>) -> String {
    Base64URL.encode(HashAlgorithm.sha256.hash(der))
  }

  /// Whether a token may be used over a connection.
  ///
  /// "The protected resource MUST obtain, from its TLS implementation layer, the client certificate used
  /// for mutual TLS and MUST verify that the certificate matches the certificate associated with the access
  /// token. If they do not match, the resource access attempt MUST be rejected".
  ///
  /// - Parameters:
  ///   - certificate: The client certificate of the connection, DER-encoded; nil when the client presented
  ///     none.
  ///   - confirmation: The claim `cnf` of the token; nil when it has none.
  /// - Returns: Whether the certificate is the token's; true for a token that is not bound to a
  ///   certificate.
  public static func matches(
    certificate: (some Sequence<UInt8>)?, _ confirmation: TokenConfirmation?
  ) -> Bool {
    guard let bound = confirmation?.certificateThumbprint else { return true }
    guard let certificate else { return false }
    return ConstantTime.equal(value(ofDER: certificate).utf8, bound.utf8)
  }
}
