// SPDX-License-Identifier: Apache-2.0

/// The key management algorithm of a JWE: how its content encryption key is determined or encrypted, the
/// header parameter `alg`.
///
/// `RSA1_5` and the password-based algorithms are not included, so no configuration can allow them.
///
/// [RFC 7518 §4.1](https://www.rfc-editor.org/rfc/rfc7518#section-4.1),
/// [RFC 8037 §3.2](https://www.rfc-editor.org/rfc/rfc8037#section-3.2)
public enum KeyManagementAlgorithm: String, Sendable, CaseIterable {
  /// RSAES-OAEP with SHA-1 and MGF1 with SHA-1. The known attacks on SHA-1 do not apply to this use.
  case rsaOAEP = "RSA-OAEP"
  /// RSAES-OAEP with SHA-256 and MGF1 with SHA-256.
  case rsaOAEP256 = "RSA-OAEP-256"
  /// Key agreement; the agreed key is the content encryption key.
  case ecdhES = "ECDH-ES"
  /// Key agreement; the agreed key of 128 bits wraps the content encryption key.
  case ecdhESA128KW = "ECDH-ES+A128KW"
  /// Key agreement; the agreed key of 192 bits wraps the content encryption key.
  case ecdhESA192KW = "ECDH-ES+A192KW"
  /// Key agreement; the agreed key of 256 bits wraps the content encryption key.
  case ecdhESA256KW = "ECDH-ES+A256KW"
  /// The shared secret is the content encryption key.
  case direct = "dir"
  /// A shared secret of 128 bits wraps the content encryption key.
  case a128KW = "A128KW"
  /// A shared secret of 192 bits wraps the content encryption key.
  case a192KW = "A192KW"
  /// A shared secret of 256 bits wraps the content encryption key.
  case a256KW = "A256KW"
  /// A shared secret of 128 bits encrypts the content encryption key with AES-GCM.
  case a128GCMKW = "A128GCMKW"
  /// A shared secret of 192 bits encrypts the content encryption key with AES-GCM.
  case a192GCMKW = "A192GCMKW"
  /// A shared secret of 256 bits encrypts the content encryption key with AES-GCM.
  case a256GCMKW = "A256GCMKW"

  /// How the algorithm determines the content encryption key.
  enum Family {
    case rsa, agreement, direct, wrap, encrypt
  }

  var family: Family {
    switch self {
    case .rsaOAEP, .rsaOAEP256: .rsa
    case .ecdhES, .ecdhESA128KW, .ecdhESA192KW, .ecdhESA256KW: .agreement
    case .direct: .direct
    case .a128KW, .a192KW, .a256KW: .wrap
    case .a128GCMKW, .a192GCMKW, .a256GCMKW: .encrypt
    }
  }

  /// The length of the key that wraps the content encryption key, in bytes; `nil` for RSA, `dir` and
  /// `ECDH-ES`.
  var wrappingKeyByteCount: Int? {
    switch self {
    case .a128KW, .a128GCMKW, .ecdhESA128KW: 16
    case .a192KW, .a192GCMKW, .ecdhESA192KW: 24
    case .a256KW, .a256GCMKW, .ecdhESA256KW: 32
    case .rsaOAEP, .rsaOAEP256, .ecdhES, .direct: nil
    }
  }

  // RFC 7516 §5.2: "If Direct Key Agreement or Direct Encryption are employed, verify that the JWE
  // Encrypted Key value is an empty octet sequence."
  /// Whether a token of this algorithm has an encrypted key.
  var hasEncryptedKey: Bool { self != .direct && self != .ecdhES }
}
