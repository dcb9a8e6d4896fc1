// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

/// A private key, or a shared secret, which decrypts tokens.
///
/// Its description and its mirror show nothing of the private half.
///
/// [RFC 7518 §4](https://www.rfc-editor.org/rfc/rfc7518#section-4)
public struct DecryptionKey: Sendable {
  /// `kid`: the thumbprint of a key pair, unless another was given; none for a secret without one.
  public let keyID: String?
  /// The public half, with `kid`, `use` and, if the key has one, `alg`, ready to be published; `nil` for
  /// a shared secret.
  public let publicJWK: JWK?

  let material: Material
  let binding: EncryptionBinding

  enum Material: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case agreement(AgreementPrivateKey)
    case secret(SymmetricKey)
  }

  init(
    _ material: Material, binding: EncryptionBinding, keyID: String?
  ) throws(JOSEError) {
    self.material = material
    self.binding = binding
    guard let parameters = try material.parameters() else {
      self.keyID = keyID
      publicJWK = nil
      return
    }
    var json = parameters.json
    json["kid"] = .string(keyID ?? parameters.thumbprint)
    json["alg"] = binding.name.map(JSONValue.string)
    json["use"] = "enc"
    let jwk = try JWK(parsing: json)
    self.keyID = jwk.keyID
    publicJWK = jwk
  }

  /// Makes a fresh key.
  ///
  /// - Parameters:
  ///   - algorithm: What the key is for. RSA keys have 2048 bits.
  ///   - curve: The curve, where a key is agreed upon.
  ///   - encryption: The content encryption, where the secret is the content's key.
  /// - Throws: ``JOSEError`` `invalidKey` if the system cannot make one.
  public static func generate(
    _ algorithm: KeyManagementAlgorithm, curve: AgreementCurve = .p256,
    encryption: ContentEncryption = .a256GCM
  ) throws(JOSEError) -> DecryptionKey {
    let material: Material
    switch algorithm.family {
    case .rsa:
      do {
        material = .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
      } catch {
        throw JOSEError(.invalidKey, "no key could be made")
      }
    case .agreement: material = .agreement(AgreementPrivateKey(curve))
    case .direct, .wrap, .encrypt:
      let bytes = algorithm.wrappingKeyByteCount ?? encryption.keyByteCount
      material = .secret(SymmetricKey(size: SymmetricKeySize(bitCount: bytes * 8)))
    }
    return try DecryptionKey(material, binding: .one(algorithm), keyID: nil)
  }

  /// Takes a secret both sides know.
  ///
  /// - Parameters:
  ///   - secret: The octets, exactly as many as the algorithm's key has; of ``KeyManagementAlgorithm/direct``
  ///     as many as the content's.
  ///   - algorithm: The one algorithm the secret is for.
  ///   - keyID: The secret's name, if it has one.
  /// - Throws: ``JOSEError`` `invalidKey` if the secret has another length, or the algorithm is not one of
  ///   secrets.
  public init(
    secret: some Collection<UInt8>, algorithm: KeyManagementAlgorithm, keyID: String? = nil
  ) throws(JOSEError) {
    guard algorithm.fits(secretOf: secret.count) else {
      throw JOSEError(.invalidKey, "a secret of this length is not for \(algorithm.rawValue)")
    }
    try self.init(
      .secret(SymmetricKey(data: Array(secret))), binding: .one(algorithm), keyID: keyID)
  }

  /// The other side's half: the public key, or the same secret.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if it cannot encrypt.
  public func encryptionKey() throws(JOSEError) -> EncryptionKey {
    if case .secret(let key) = material {
      return EncryptionKey(key, binding: binding, keyID: keyID)
    }
    guard let publicJWK else { throw JOSEError(.invalidKey, "the key has no public half") }
    return try EncryptionKey(publicJWK)
  }

  /// Whether the key may decrypt with the algorithms.
  func fits(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) -> Bool {
    guard binding.allows(algorithm, encryption) else { return false }
    return switch material {
    case .rsa: algorithm.family == .rsa
    case .agreement: algorithm.family == .agreement
    case .secret(let key): algorithm.fits(secretOf: key.bitCount / 8, encryption)
    }
  }
}

extension DecryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The algorithm and the id.
  public var description: String {
    "DecryptionKey(\(binding.name ?? "any algorithm"), \(keyID ?? "no id"), [redacted])"
  }
  /// The algorithm and the id.
  public var debugDescription: String { description }
  /// The algorithm and the id.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": binding.name ?? "any", "keyID": keyID ?? "none"])
  }
}
