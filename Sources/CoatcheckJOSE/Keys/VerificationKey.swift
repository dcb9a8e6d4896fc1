// SPDX-License-Identifier: Apache-2.0

/// A public key that verifies signatures; it is imported once for many of them.
public struct VerificationKey: Sendable {
  /// The key as a JWK.
  public var jwk: JWK { imported.jwk }
  /// `kid`: the key id; `nil` without one.
  public var keyID: String? { imported.keyID }

  var material: KeyMaterial { imported.material }

  /// The content of the key. A class, since a key is copied for every token that it verifies.
  private final class Imported: Sendable {
    let jwk: JWK
    let keyID: String?
    let material: KeyMaterial
    let binding: Binding

    init(_ jwk: JWK) throws(JOSEError) {
      self.jwk = jwk
      keyID = jwk.keyID
      material = try KeyMaterial(jwk.parameters)
      if let name = jwk.algorithm {
        binding = SignatureAlgorithm(rawValue: name).map(Binding.one) ?? .unsupported
      } else {
        binding = .any
      }
    }
  }

  /// The algorithm that the key's `alg` permits.
  private enum Binding {
    case any, one(SignatureAlgorithm), unsupported
  }

  private let imported: Imported

  /// Creates a key from a public JWK.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the key is not for signatures (`use`, `key_ops`), too weak,
  ///   out of range, not on its curve, or on a curve that no supported algorithm uses.
  public init(_ jwk: JWK) throws(JOSEError) {
    try Self.checkPurpose(jwk)
    imported = try Imported(jwk)
  }

  /// Whether the key may verify signatures of the algorithm: the key's own `alg` must be the same.
  func fits(_ algorithm: SignatureAlgorithm) -> Bool {
    switch imported.binding {
    case .any: imported.material.supports(algorithm)
    case .one(let own): own == algorithm && imported.material.supports(algorithm)
    case .unsupported: false
    }
  }

  private static func checkPurpose(_ jwk: JWK) throws(JOSEError) {
    guard jwk.use == nil || jwk.use == "sig" else {
      throw JOSEError(.invalidKey, "the key's use is not sig")
    }
    guard let operations = jwk.keyOperations else { return }
    // RFC 7517 §4.3: "Duplicate key operation values MUST NOT be present in the array."
    guard operations.contains("verify"), Set(operations).count == operations.count else {
      throw JOSEError(.invalidKey, "the key's operations do not include verify, or repeat")
    }
    // "if both are used, the information they convey MUST be consistent."
    guard jwk.use == nil || operations.allSatisfy({ $0 == "verify" || $0 == "sign" }) else {
      throw JOSEError(.invalidKey, "the key's use and operations contradict each other")
    }
  }
}
