// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
import CoatcheckFoundation

/// The signing keys of the server at one moment, and the public keys that verify its signatures.
///
/// Each algorithm has one active key. Keys that will sign and keys that did are published beside it, as
/// long as ``KeyRotation`` says.
public struct KeyRing: Sendable {
  /// The keys that sign now, one for each algorithm.
  package let active: [SignatureAlgorithm: SigningKey]
  /// The key set that `/jwks` returns: public members only
  /// ([RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)).
  public let published: JWKSet
  /// The same keys, imported once, to verify tokens that are presented to this server.
  public let verification: VerificationKeySet
  /// The access tokens that these keys have verified: a cache.
  let verified = VerifiedTokens()
  /// The time within which this ring is current: no key starts, ends or is removed in it.
  let validity: Range<Date>

  init(_ entries: [KeyEntry], at now: Date, _ rotation: KeyRotation) {
    var active: [SignatureAlgorithm: SigningKey] = [:]
    var published: [JWK] = []
    var changes: [Date] = []
    for algorithm in entries.algorithms {
      let line = entries.line(algorithm)
      active[algorithm] = line.signing(at: now)?.key
      published += line.needed(at: now, rotation).map(\.key.publicJWK)
      changes += line.map(\.start) + line.indices.compactMap { line.end(of: $0, rotation) }
    }
    self.active = active
    self.published = JWKSet(keys: published)
    verification = VerificationKeySet(self.published)
    let before = changes.filter { $0 <= now }.max() ?? .distantPast
    validity = before..<(changes.filter { $0 > now }.min() ?? .distantFuture)
  }
}
