// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

/// An imported public key. swift-crypto implements the primitives; sizes and ranges are checked here.
enum KeyMaterial: Sendable {
  case p256(P256.Signing.PublicKey)
  case p384(P384.Signing.PublicKey)
  case p521(P521.Signing.PublicKey)
  case rsa(_RSA.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  init(_ parameters: KeyParameters) throws(JOSEError) {
    do {
      switch parameters {
      // Points which are not on the curve are refused by the import.
      case .ec("P-256", let x, let y):
        self = .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
      case .ec("P-384", let x, let y):
        self = .p384(try P384.Signing.PublicKey(rawRepresentation: x + y))
      case .ec("P-521", let x, let y):
        self = .p521(try P521.Signing.PublicKey(rawRepresentation: x + y))
      case .rsa(let modulus, let exponent):
        try RSARange.check(modulus: modulus, exponent: exponent)
        self = .rsa(try _RSA.Signing.PublicKey(n: modulus, e: exponent))
      case .octets("Ed25519", let x):
        try Ed25519Range.check(x)
        self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
      default:
        throw JOSEError(.invalidKey, "no supported signature algorithm uses the key's curve")
      }
    } catch let error as JOSEError {
      throw error
    } catch {
      throw JOSEError(.invalidKey, "the key's numbers make no public key")
    }
  }

  // RFC 7518 §3.4: each ECDSA algorithm has exactly one curve.
  func supports(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (self, algorithm) {
    case (.p256, .es256), (.p384, .es384), (.p521, .es512): true
    case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512): true
    case (.rsa, .ps256), (.rsa, .ps384), (.rsa, .ps512): true
    case (.ed25519, .edDSA), (.ed25519, .ed25519): true
    default: false
    }
  }

  func isValid(
    _ signature: [UInt8], for bytes: UnsafeRawBufferPointer, algorithm: SignatureAlgorithm
  ) -> Bool {
    switch (self, algorithm) {
    // RFC 7518 §3.4: "The JWS Signature value MUST be a 64-octet sequence." The initializer of the type
    // checks that, and 96 octets for ES384 and 132 for ES512.
    case (.p256(let key), .es256):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: Self.digest(SHA256.self, of: bytes))
    case (.p384(let key), .es384):
      guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: Self.digest(SHA384.self, of: bytes))
    case (.p521(let key), .es512):
      guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: Self.digest(SHA512.self, of: bytes))
    case (.rsa(let key), .rs256), (.rsa(let key), .ps256):
      return Self.isValid(signature, Self.digest(SHA256.self, of: bytes), key, algorithm)
    case (.rsa(let key), .rs384), (.rsa(let key), .ps384):
      return Self.isValid(signature, Self.digest(SHA384.self, of: bytes), key, algorithm)
    case (.rsa(let key), .rs512), (.rsa(let key), .ps512):
      return Self.isValid(signature, Self.digest(SHA512.self, of: bytes), key, algorithm)
    case (.ed25519(let key), .edDSA), (.ed25519(let key), .ed25519):
      return key.isValidSignature(signature, for: bytes)
    default:
      return false
    }
  }

  private static func isValid(
    _ signature: [UInt8], _ digest: some Digest, _ key: _RSA.Signing.PublicKey,
    _ algorithm: SignatureAlgorithm
  ) -> Bool {
    key.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest,
      padding: algorithm.rsaPadding)
  }

  private static func digest<Hash: HashFunction>(
    _ hash: Hash.Type, of bytes: UnsafeRawBufferPointer
  ) -> Hash.Digest {
    var hash = Hash()
    hash.update(bufferPointer: bytes)
    return hash.finalize()
  }
}

extension SignatureAlgorithm {
  /// The padding of an RSA algorithm. The salt of PSS is as long as the hash, as RFC 7518 §3.5 requires.
  var rsaPadding: _RSA.Signing.Padding {
    switch self {
    case .ps256, .ps384, .ps512: .PSS
    default: .insecurePKCS1v1_5
    }
  }
}
