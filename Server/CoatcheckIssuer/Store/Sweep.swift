// SPDX-License-Identifier: Apache-2.0

/// The result of ``IssuerStore/sweep(limit:at:)``.
public enum Sweep: Sendable, Equatable {
  /// This number of expired records was removed. If it is the limit, there may be more: call again.
  case removed(Int)
  /// Nothing was removed: the wall clock is more than a day after the last call, and by its time `expired`
  /// of all records (`of`) would be removed, which is more than a tenth. They are removed when the clock
  /// has kept that time for an hour.
  case refused(expired: Int, of: Int)
}
