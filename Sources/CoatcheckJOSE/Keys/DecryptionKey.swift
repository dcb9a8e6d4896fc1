// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

/// A private key, or a shared secret, that decrypts tokens.
///
/// Its description and its mirror do not contain the private key or the secret.
///
/// [RFC 7518 §4](https://www.rfc-editor.org/rfc/rfc7518#section-4)
public struct DecryptionKey: Sendable {
  /// `kid`: the thumbprint of a key pair, unless another was given; `nil` for a secret without one.
  public let keyID: String?
  /// The public key, with `kid`, `use` and, if the key has one, `alg`, ready to be published; `nil` for a
  /// shared secret.
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

  /// Generates a random key.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm that the key is for. RSA keys have 2048 bits.
  ///   - curve: The curve of a key for key agreement; ignored for other algorithms.
  ///   - encryption: The content encryption, which determines the length of a secret for
  ///     ``KeyManagementAlgorithm/direct``; ignored for other algorithms.
  /// - Throws: ``JOSEError`` `invalidKey` if the system cannot generate a key.
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

  /// Creates a key from a shared secret.
  ///
  /// - Parameters:
  ///   - secret: The bytes, exactly as many as the key of the algorithm has; for
  ///     ``KeyManagementAlgorithm/direct`` as many as the key of a content encryption.
  ///   - algorithm: The only algorithm that the secret is used with.
  ///   - keyID: The `kid` of the secret; `nil` without one.
  /// - Throws: ``JOSEError`` `invalidKey` if the secret has another length, or the algorithm does not use a
  ///   shared secret.
  public init(
    secret: some Collection<UInt8>, algorithm: KeyManagementAlgorithm, keyID: String? = nil
  ) throws(JOSEError) {
    guard algorithm.fits(secretOf: secret.count) else {
      throw JOSEError(.invalidKey, "a secret of this length is not for \(algorithm.rawValue)")
    }
    try self.init(
      .secret(SymmetricKey(data: Array(secret))), binding: .one(algorithm), keyID: keyID)
  }

  /// The key with which senders encrypt for this one: the public key, or the same secret.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the key cannot encrypt.
  public func encryptionKey() throws(JOSEError) -> EncryptionKey {
    if case .secret(let key) = material {
      return EncryptionKey(key, binding: binding, keyID: keyID)
    }
    guard let publicJWK else { throw JOSEError(.invalidKey, "the key has no public half") }
    return try EncryptionKey(publicJWK)
  }

  /// Whether the key may be used with these algorithms: its `alg`, type and size fit.
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
  /// The algorithm and the key id, without the private key.
  public var description: String {
    "DecryptionKey(\(binding.name ?? "any algorithm"), \(keyID ?? "no id"), [redacted])"
  }
  /// The algorithm and the key id, without the private key.
  public var debugDescription: String { description }
  /// The algorithm and the key id, without the private key.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": binding.name ?? "any", "keyID": keyID ?? "none"])
  }
}
