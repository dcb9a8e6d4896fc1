// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckFoundation

/// A signing key and its schedule, for the operator. Nothing in it is secret.
public struct ScheduledKey: Sendable, Equatable {
  /// The stage of a key.
  public enum Stage: String, Sendable {
    /// It is published and does not sign yet.
    case announced
    /// It signs now.
    case active
    /// It does not sign any more, and still verifies the tokens it signed.
    case retired
  }

  /// The key ID (`kid`).
  public let id: String
  /// Its signature algorithm.
  public let algorithm: SignatureAlgorithm
  /// Its stage.
  public let stage: Stage
  /// When it begins to sign, by the wall clock; nil for a key of an older version, which has no schedule.
  public let signsFrom: Date?
  /// The first moment at which it is not published any more; nil while no other key follows it.
  public let publishedUntil: Date?

  /// The keys that are published now, by algorithm, the oldest first.
  static func list(
    _ entries: [KeyEntry], at now: Date, _ rotation: KeyRotation
  ) -> [ScheduledKey] {
    entries.algorithms.flatMap { algorithm in
      let line = entries.line(algorithm)
      let active = line.signing(at: now)
      return line.indices.compactMap { index -> ScheduledKey? in
        let (entry, end) = (line[index], line.end(of: index, rotation))
        if let end, end <= now { return nil }
        let isActive = entry.key.keyID.utf8.elementsEqual((active?.key.keyID ?? "").utf8)
        return ScheduledKey(
          id: entry.key.keyID, algorithm: algorithm,
          stage: isActive ? .active : entry.start > now ? .announced : .retired,
          signsFrom: entry.from, publishedUntil: end)
      }
    }
  }
}
