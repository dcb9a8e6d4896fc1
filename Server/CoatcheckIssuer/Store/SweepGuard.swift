// SPDX-License-Identifier: Apache-2.0

/// Keeps a wall clock that was set wrongly from emptying the store.
///
/// The store remembers the time of its last sweep. A sweep that comes more than a day later, by the wall
/// clock, may remove a tenth of the stored rows. It may remove more when the clock has kept the new time
/// for an hour.
package struct SweepGuard: Sendable, Equatable {
  /// The maximum time between two sweeps that is trusted without a proof, in seconds.
  package static let step = 86_400.0
  /// How long the clock must keep a new time before it is trusted, in seconds.
  package static let proof = 3_600.0
  /// How long codes and families stay after their expiry, in seconds, so that a replay is still recognized.
  package static let retention = 86_400.0

  /// The time of the last sweep that was trusted.
  package var believed: StoredTime?
  /// The first time at which an untrusted time was seen; nil without one.
  package var suspect: StoredTime?

  package init(believed: StoredTime? = nil, suspect: StoredTime? = nil) {
    self.believed = believed
    self.suspect = suspect
  }

  /// Whether the time is trusted. The expired rows need not be counted then.
  package func trusts(_ now: StoredTime) -> Bool {
    guard let believed else { return true }
    return now <= believed.advanced(by: Self.step) || hasLasted(now)
  }

  /// The guard after a sweep, and whether the sweep may remove rows.
  ///
  /// - Parameters:
  ///   - expired: The number of expired rows. Not used when the time is trusted.
  ///   - total: The number of all rows.
  package func judged(
    _ now: StoredTime, expired: Int, of total: Int
  ) -> (SweepGuard, mayRemove: Bool) {
    if trusts(now) || expired <= total / 10 { return (SweepGuard(believed: now), true) }
    return (suspecting(now), false)
  }

  /// The guard after a time that is not trusted was seen.
  package func suspecting(_ now: StoredTime) -> SweepGuard {
    if let suspect, suspect <= now, now <= suspect.advanced(by: Self.step) { return self }
    return SweepGuard(believed: believed, suspect: now)
  }

  private func hasLasted(_ now: StoredTime) -> Bool {
    guard let suspect else { return false }
    return suspect.advanced(by: Self.proof) <= now && now <= suspect.advanced(by: Self.step)
  }
}
