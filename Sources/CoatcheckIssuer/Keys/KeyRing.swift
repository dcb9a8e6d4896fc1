// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// The issuer's keys at one moment: what signs, and what others may verify with.
///
/// Each algorithm has one active key. The stored form carries a state per key, so that announced
/// and retired keys have their place when keys rotate.
public struct KeyRing: Sendable {
  /// The keys which sign, one per algorithm.
  package let active: [SignatureAlgorithm: SigningKey]
  /// What `/jwks` shows: public members only.
  public let published: JWKSet
  /// The same keys, imported once, for tokens that come back to this issuer.
  public let verification: VerificationKeySet

  init(_ keys: [SigningKey]) {
    active = Dictionary(keys.map { ($0.algorithm, $0) }, uniquingKeysWith: { first, _ in first })
    published = JWKSet(keys: keys.map(\.publicJWK))
    verification = VerificationKeySet(published)
  }

  /// The stored form. It holds private keys and must be sealed before it leaves the process.
  static func stored(_ keys: [SigningKey]) -> [UInt8] {
    let entries = keys.map { key in
      JSONValue.object(["state": "active", "jwk": .object(key.privateJWK())])
    }
    return JSONObject(dictionaryLiteral: ("keys", .array(entries))).serialized()
  }

  /// Reads the stored form.
  init(stored bytes: [UInt8]) throws(JOSEError) {
    var keys: [SigningKey] = []
    for entry in try JSONObject(parsing: bytes)["keys"]?.arrayValue ?? [] {
      guard let jwk = entry.objectValue?["jwk"]?.objectValue else { continue }
      keys.append(try SigningKey(privateJWK: jwk))
    }
    self.init(keys)
  }
}
