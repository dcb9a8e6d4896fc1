// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

/// A private key and the only algorithm with which it signs.
///
/// Its description and its mirror do not contain the private key.
public struct SigningKey: Sendable {
  /// The algorithm of every signature this key makes.
  public let algorithm: SignatureAlgorithm
  /// `kid` of every token that this key signs: the thumbprint, unless another was given.
  public var keyID: String { publicJWK.keyID ?? publicJWK.thumbprint }
  /// The public key, with `kid`, `alg` and `use`, ready to be published.
  public let publicJWK: JWK

  let privateMembers: JSONObject
  private let material: Material

  enum Material: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
  }

  /// Generates a random key: on the curve of the algorithm, or RSA with 2048 bits.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the system cannot generate a key.
  public static func generate(_ algorithm: SignatureAlgorithm) throws(JOSEError) -> SigningKey {
    let material: Material
    do {
      material =
        switch algorithm {
        case .es256: .p256(P256.Signing.PrivateKey())
        case .es384: .p384(P384.Signing.PrivateKey())
        case .es512: .p521(P521.Signing.PrivateKey())
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
          .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        case .edDSA, .ed25519: .ed25519(Curve25519.Signing.PrivateKey())
        }
    } catch {
      throw JOSEError(.invalidKey, "no key could be made")
    }
    return try SigningKey(material, algorithm: algorithm, keyID: nil)
  }

  init(_ material: Material, algorithm: SignatureAlgorithm, keyID: String?) throws(JOSEError) {
    let parameters = try material.parameters()
    var json = parameters.json
    json["kid"] = .string(keyID ?? parameters.thumbprint)
    json["alg"] = .string(algorithm.rawValue)
    json["use"] = "sig"
    self.algorithm = algorithm
    self.material = material
    privateMembers = try material.privateMembers()
    publicJWK = try JWK(parsing: json)
  }

  /// Signs bytes, without a JWS around them.
  ///
  /// - Parameter bytes: The bytes to sign, not hashed.
  /// - Returns: The signature in the form of
  ///   [RFC 7518 §3](https://www.rfc-editor.org/rfc/rfc7518#section-3); for ES256 that is r and s, 32 bytes
  ///   each, for ES384 48, for ES512 66.
  /// - Throws: ``JOSEError`` `invalidKey` if the key cannot sign.
  public func signature(for bytes: [UInt8]) throws(JOSEError) -> [UInt8] {
    do {
      switch material {
      // Each curve signs the hash of its algorithm. The hash is computed here, where the generic function
      // is specialized for arrays; inside swift-crypto it looks up type metadata for each signature.
      case .p256(let key):
        return Array(try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation)
      case .p384(let key):
        return Array(try key.signature(for: SHA384.hash(data: bytes)).rawRepresentation)
      case .p521(let key):
        return Array(try key.signature(for: SHA512.hash(data: bytes)).rawRepresentation)
      case .ed25519(let key): return Array(try key.signature(for: bytes))
      case .rsa(let key):
        let padding = algorithm.rsaPadding
        let signature =
          switch algorithm.hash {
          case .sha256: try key.signature(for: SHA256.hash(data: bytes), padding: padding)
          case .sha384: try key.signature(for: SHA384.hash(data: bytes), padding: padding)
          case .sha512: try key.signature(for: SHA512.hash(data: bytes), padding: padding)
          }
        return Array(signature.rawRepresentation)
      }
    } catch {
      throw JOSEError(.invalidKey, "the key cannot sign")
    }
  }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The algorithm and the key id, without the private key.
  public var description: String { "SigningKey(\(algorithm.rawValue), \(keyID), [redacted])" }
  /// The algorithm and the key id, without the private key.
  public var debugDescription: String { description }
  /// The algorithm and the key id, without the private key.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": algorithm.rawValue, "keyID": keyID])
  }
}
