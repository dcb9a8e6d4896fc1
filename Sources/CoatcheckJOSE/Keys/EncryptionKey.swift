// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

/// A recipient's public key, or a shared secret, that encrypts tokens.
///
/// Its description and its mirror do not contain the secret.
///
/// [RFC 7518 §4](https://www.rfc-editor.org/rfc/rfc7518#section-4)
public struct EncryptionKey: Sendable {
  /// `kid`, which is written into the headers of tokens; `nil` without one.
  public let keyID: String?

  let material: Material
  let binding: EncryptionBinding

  enum Material: Sendable {
    case rsa(modulus: [UInt8], exponent: [UInt8])
    case agreement(AgreementCurve, KeyParameters)
    case secret(SymmetricKey)
  }

  /// Creates a key from a recipient's public JWK.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the key is not for encryption (`use`, `key_ops`, `alg`), out
  ///   of range, or on a curve that is not for key agreement. Points that are not on their curve are
  ///   rejected when a token is encrypted.
  public init(_ jwk: JWK) throws(JOSEError) {
    try EncryptionUse.check(KeyMembers(jwk.json), decrypts: false)
    binding = try EncryptionBinding(jwk.algorithm)
    keyID = jwk.keyID
    if case .rsa(let modulus, let exponent) = jwk.parameters {
      try RSARange.check(modulus: modulus, exponent: exponent)
      material = .rsa(modulus: modulus, exponent: exponent)
    } else if let curve = jwk.parameters.agreementCurve {
      material = .agreement(curve, jwk.parameters)
    } else {
      throw JOSEError(.invalidKey, "no key can be agreed upon with the key's curve")
    }
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
    self.init(SymmetricKey(data: Array(secret)), binding: .one(algorithm), keyID: keyID)
  }

  init(_ secret: SymmetricKey, binding: EncryptionBinding, keyID: String?) {
    self.keyID = keyID
    self.binding = binding
    material = .secret(secret)
  }

  /// Whether the key may be used with these algorithms: its `alg`, type and size fit.
  package func fits(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption
  ) -> Bool {
    guard binding.allows(algorithm, encryption) else { return false }
    return switch material {
    case .rsa: algorithm.family == .rsa
    case .agreement: algorithm.family == .agreement
    case .secret(let key): algorithm.fits(secretOf: key.bitCount / 8, encryption)
    }
  }
}

extension EncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The algorithm and the key id, without the secret.
  public var description: String {
    "EncryptionKey(\(binding.name ?? "any algorithm"), \(keyID ?? "no id"))"
  }
  /// The algorithm and the key id, without the secret.
  public var debugDescription: String { description }
  /// The algorithm and the key id, without the secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": binding.name ?? "any", "keyID": keyID ?? "none"])
  }
}
