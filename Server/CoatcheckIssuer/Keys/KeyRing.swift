// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
import CoatcheckFoundation

/// The issuer's keys at one moment: what signs, and what others may verify with.
///
/// Each algorithm has one active key. Keys that will sign and keys that did are published beside it, as
/// long as ``KeyRotation`` says.
public struct KeyRing: Sendable {
  /// The keys which sign, one per algorithm.
  package let active: [SignatureAlgorithm: SigningKey]
  /// What `/jwks` shows: public members only.
  public let published: JWKSet
  /// The same keys, imported once, for tokens that come back to this issuer.
  public let verification: VerificationKeySet
  /// What they verified.
  let verified = VerifiedTokens()
  /// The time in which all of this is so.
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
