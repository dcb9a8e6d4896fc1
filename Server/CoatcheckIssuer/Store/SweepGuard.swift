// SPDX-License-Identifier: Apache-2.0

/// Keeps a wall clock that was set wrongly from emptying the store.
///
/// The store remembers the time of its last pass. A pass which finds itself more than a day later (or
/// the first one after a long pause) may remove a tenth of what is stored; to remove more,
/// the new time must have lasted for an hour.
package struct SweepGuard: Sendable, Equatable {
  /// How far time may go between two passes without a question, in seconds.
  package static let step = 86_400.0
  /// How long a new time must last, in seconds.
  package static let proof = 3_600.0
  /// How long codes and families stay after their expiry, in seconds: a replay is still known as one.
  package static let retention = 86_400.0

  /// The time of the last pass that was believed.
  package var believed: StoredTime?
  /// When a new time was first seen, while it is not believed.
  package var suspect: StoredTime?

  package init(believed: StoredTime? = nil, suspect: StoredTime? = nil) {
    self.believed = believed
    self.suspect = suspect
  }

  /// Whether the time needs no proof. Counting what would go can be left out then.
  package func trusts(_ now: StoredTime) -> Bool {
    guard let believed else { return true }
    return now <= believed.advanced(by: Self.step) || hasLasted(now)
  }

  /// The guard after a pass, and whether the pass may remove anything.
  ///
  /// - Parameters:
  ///   - expired: How many rows would go. Not used when the time is trusted.
  ///   - total: How many rows there are.
  package func judged(
    _ now: StoredTime, expired: Int, of total: Int
  ) -> (SweepGuard, mayRemove: Bool) {
    if trusts(now) || expired <= total / 10 { return (SweepGuard(believed: now), true) }
    if let suspect, suspect <= now, now <= suspect.advanced(by: Self.step) { return (self, false) }
    return (SweepGuard(believed: believed, suspect: now), false)
  }

  private func hasLasted(_ now: StoredTime) -> Bool {
    guard let suspect else { return false }
    return suspect.advanced(by: Self.proof) <= now && now <= suspect.advanced(by: Self.step)
  }
}
