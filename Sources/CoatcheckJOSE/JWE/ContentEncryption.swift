// SPDX-License-Identifier: Apache-2.0

/// The content encryption of a JWE: how its plaintext is encrypted and authenticated, the header parameter
/// `enc`.
///
/// [RFC 7518 §5.1](https://www.rfc-editor.org/rfc/rfc7518#section-5.1)
public enum ContentEncryption: String, Sendable, CaseIterable {
  /// AES-CBC with 128 bits, authenticated by HMAC with SHA-256.
  case a128CBCHS256 = "A128CBC-HS256"
  /// AES-CBC with 192 bits, authenticated by HMAC with SHA-384.
  case a192CBCHS384 = "A192CBC-HS384"
  /// AES-CBC with 256 bits, authenticated by HMAC with SHA-512.
  case a256CBCHS512 = "A256CBC-HS512"
  /// AES-GCM with 128 bits.
  case a128GCM = "A128GCM"
  /// AES-GCM with 192 bits.
  case a192GCM = "A192GCM"
  /// AES-GCM with 256 bits.
  case a256GCM = "A256GCM"

  /// The length of the content encryption key, in bytes. For AES-CBC it consists of two keys.
  public var keyByteCount: Int {
    switch self {
    case .a128GCM: 16
    case .a192GCM: 24
    case .a256GCM, .a128CBCHS256: 32
    case .a192CBCHS384: 48
    case .a256CBCHS512: 64
    }
  }

  /// The hash of the HMAC in a CBC algorithm; `nil` for AES-GCM.
  var macHash: HashAlgorithm? {
    switch self {
    case .a128GCM, .a192GCM, .a256GCM: nil
    case .a128CBCHS256: .sha256
    case .a192CBCHS384: .sha384
    case .a256CBCHS512: .sha512
    }
  }

  // RFC 7518 §5.3: "Use of an IV of size 96 bits is REQUIRED with this algorithm." §5.2.2.1 says 128
  // bits for CBC.
  var vectorByteCount: Int { macHash == nil ? 12 : 16 }

  // RFC 7518 §5.3: "The requested size of the Authentication Tag output MUST be 128 bits, regardless
  // of the key size." For CBC it is half of the hash.
  var tagByteCount: Int { macHash.map { $0.byteCount / 2 } ?? 16 }
}
