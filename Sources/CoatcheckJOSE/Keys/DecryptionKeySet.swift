// SPDX-License-Identifier: Apache-2.0

/// The keys with which a recipient decrypts tokens.
public struct DecryptionKeySet: Sendable {
  /// The maximum number of keys that are tried for a token without `kid`.
  static let maximumTrials = 4

  private let keys: [DecryptionKey]

  /// Creates a set of keys.
  public init(_ keys: [DecryptionKey]) {
    self.keys = keys
  }

  /// The public keys, ready to be published; shared secrets are left out.
  public var published: JWKSet { JWKSet(keys: keys.compactMap(\.publicJWK)) }

  /// The keys to try: the one that `kid` names; for a token without `kid` all keys that fit the algorithms,
  /// if they are at most ``maximumTrials``.
  func candidates(for header: JWEHeader) throws(JOSEError) -> [DecryptionKey] {
    guard let keyID = header.keyID else {
      let fitting = keys.filter { $0.fits(header.algorithm, header.encryption) }
      guard !fitting.isEmpty else {
        throw JOSEError(.keyNotFound, "no key is for the token's algorithm")
      }
      guard fitting.count <= Self.maximumTrials else {
        throw JOSEError(
          .ambiguousKey, "the token names no key, and too many would have to be tried")
      }
      return fitting
    }
    let named = keys.filter { key in key.keyID.map { isSame($0, keyID) } ?? false }
    guard !named.isEmpty else {
      throw JOSEError(.keyNotFound, "no key has the id the token names")
    }
    let fitting = named.filter { $0.fits(header.algorithm, header.encryption) }
    guard let first = fitting.first else {
      throw JOSEError(
        .algorithmKeyMismatch, "the key the token names is not for the token's algorithm")
    }
    // RFC 7517 §4.5: "different keys within the JWK Set SHOULD use distinct 'kid' values". If two keys have
    // the same, it is unknown which one the sender used.
    guard fitting.count == 1 else {
      throw JOSEError(.ambiguousKey, "two keys have the id the token names")
    }
    return [first]
  }
}
