// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckFoundation

/// One of the issuer's keys, as an operator sees it. Nothing in it is secret.
public struct ScheduledKey: Sendable, Equatable {
  /// Where a key is in its life.
  public enum Stage: String, Sendable {
    /// It is published and does not sign yet.
    case announced
    /// It signs.
    case active
    /// It signed; tokens may still need it.
    case retired
  }

  /// The `kid`.
  public let id: String
  /// What it signs with.
  public let algorithm: SignatureAlgorithm
  /// Where it is in its life.
  public let stage: Stage
  /// From when on it signs; nil for a key made before keys had a time.
  public let signsFrom: Date?
  /// When it is published no longer; nil while no other key follows it.
  public let publishedUntil: Date?

  /// The published keys of one moment, by algorithm, the oldest first.
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
