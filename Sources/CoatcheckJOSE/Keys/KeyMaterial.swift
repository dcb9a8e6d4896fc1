// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An imported public key: the primitives are swift-crypto's, the ranges are checked here.
enum KeyMaterial: Sendable {
  case p256(P256.Signing.PublicKey)
  case rsa(_RSA.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  init(_ parameters: KeyParameters) throws(JOSEError) {
    do {
      switch parameters {
      case .ec("P-256", let x, let y):
        // Points which are not on the curve are refused by the import.
        self = .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
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

  func supports(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (self, algorithm) {
    case (.p256, .es256), (.rsa, .rs256), (.rsa, .ps256), (.ed25519, .edDSA): true
    default: false
    }
  }

  func isValid(
    _ signature: [UInt8], for bytes: UnsafeRawBufferPointer, algorithm: SignatureAlgorithm
  ) -> Bool {
    switch (self, algorithm) {
    case (.p256(let key), .es256):
      // RFC 7518 §3.4: "The JWS Signature value MUST be a 64-octet sequence." The type sees to it.
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: Self.digest(of: bytes))
    case (.rsa(let key), .rs256):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: Self.digest(of: bytes),
        padding: .insecurePKCS1v1_5)
    case (.rsa(let key), .ps256):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: Self.digest(of: bytes),
        padding: .PSS)
    case (.ed25519(let key), .edDSA):
      return key.isValidSignature(signature, for: bytes)
    default:
      return false
    }
  }

  private static func digest(of bytes: UnsafeRawBufferPointer) -> SHA256.Digest {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return hash.finalize()
  }
}
