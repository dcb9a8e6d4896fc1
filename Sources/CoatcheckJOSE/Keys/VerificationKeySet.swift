// SPDX-License-Identifier: Apache-2.0

/// The keys that are trusted for one purpose; each is imported once.
public struct VerificationKeySet: Sendable {
  /// The maximum number of keys that are tried for a token without `kid`.
  static let maximumTrials = 4

  /// The content of the set. A class, since a set is copied for every token.
  private final class Imported: Sendable {
    let keys: [VerificationKey]
    /// The `kid` values of keys that are in the set and cannot be used.
    let unusable: Set<String>
    let keyIDs: Set<String>

    init(_ keys: [VerificationKey], unusable: Set<String>) {
      self.keys = keys
      self.unusable = unusable
      keyIDs = Set(keys.compactMap(\.keyID))
    }
  }

  private let imported: Imported

  private var keys: [VerificationKey] { imported.keys }

  /// The key ids of the usable keys.
  public var keyIDs: Set<String> { imported.keyIDs }

  /// Creates a set from the keys of a JWK Set; those that are not for signatures, too weak or unsupported
  /// are left out.
  public init(_ set: JWKSet) {
    var (keys, unusable): ([VerificationKey], Set<String>) = ([], [])
    for jwk in set.keys {
      if let key = try? VerificationKey(jwk) {
        keys.append(key)
      } else if let keyID = jwk.keyID {
        unusable.insert(keyID)
      }
    }
    imported = Imported(keys, unusable: unusable)
  }

  /// Whether one of the keys for a header made the signature: the key that `kid` names; for a token without
  /// `kid` any key that fits the algorithm, if they are at most ``maximumTrials``.
  func contains(
    _ isSigner: (VerificationKey) -> Bool, for header: JOSEHeader
  ) throws(JOSEError) -> Bool {
    if let keyID = header.keyID {
      return isSigner(keys[try index(of: keyID, fitting: header.algorithm)])
    }
    let fitting = keys.indices.filter { keys[$0].fits(header.algorithm) }
    guard !fitting.isEmpty else {
      throw JOSEError(.keyNotFound, "no key is for the token's algorithm")
    }
    guard fitting.count <= Self.maximumTrials else {
      throw JOSEError(.ambiguousKey, "the token names no key, and too many would have to be tried")
    }
    return fitting.contains { isSigner(keys[$0]) }
  }

  private func index(
    of keyID: String, fitting algorithm: SignatureAlgorithm
  ) throws(JOSEError) -> Int {
    var (found, isPresent): (Int?, Bool) = (nil, false)
    for index in keys.indices {
      guard let present = keys[index].keyID, isSame(present, keyID) else { continue }
      isPresent = true
      guard keys[index].fits(algorithm) else { continue }
      // RFC 7517 §4.5: "different keys within the JWK Set SHOULD use distinct 'kid' values". If two keys
      // have the same, it is unknown which one the issuer used.
      if let found, keys[found].jwk.parameters != keys[index].jwk.parameters {
        throw JOSEError(.ambiguousKey, "two different keys have the id the token names")
      }
      found = index
    }
    if let found { return found }
    guard !isPresent, !imported.unusable.contains(keyID) else {
      throw JOSEError(
        .algorithmKeyMismatch, "the key the token names is not for the token's algorithm")
    }
    throw JOSEError(.keyNotFound, "no trusted key has the id the token names")
  }
}
