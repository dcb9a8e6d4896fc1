// SPDX-License-Identifier: Apache-2.0

/// The algorithms for message authentication codes with a shared secret.
///
/// They are not included in ``SignatureAlgorithm``: a verifier of such a token can also make one, and a
/// published key is never a secret.
///
/// [RFC 7518 §3.2](https://www.rfc-editor.org/rfc/rfc7518#section-3.2)
public enum MACAlgorithm: String, Sendable, CaseIterable {
  /// HMAC with SHA-256.
  case hs256 = "HS256"
  /// HMAC with SHA-384.
  case hs384 = "HS384"
  /// HMAC with SHA-512.
  case hs512 = "HS512"

  /// The hash function of the algorithm.
  public var hash: HashAlgorithm {
    switch self {
    case .hs256: .sha256
    case .hs384: .sha384
    case .hs512: .sha512
    }
  }

  /// The minimum length of a secret, in bytes: the length of the hash.
  public var minimumSecretLength: Int { hash.byteCount }
}
