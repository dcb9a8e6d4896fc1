// SPDX-License-Identifier: Apache-2.0
package import CoatcheckFoundation

/// A time as all stores keep it: whole milliseconds since 1970, within a range in which sums do not
/// overflow.
package struct StoredTime: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970.
  package let milliseconds: Int64

  /// About 300,000 years, so that the sum of two times does not overflow.
  private static let bound: Int64 = 1 << 53

  /// Creates a time from stored milliseconds.
  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, -Self.bound), Self.bound)
  }

  /// Rounds a date down. A date that is not a number becomes the earliest time, so that it counts as
  /// expired.
  package init(_ date: Date) {
    self.init(milliseconds: Self.milliseconds(date.timeIntervalSince1970) ?? -Self.bound)
  }

  /// The time as a date.
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The time after this number of seconds.
  package func advanced(by seconds: TimeInterval) -> StoredTime {
    StoredTime(milliseconds: milliseconds + (Self.milliseconds(seconds) ?? 0))
  }

  /// Whole milliseconds, rounded down; nil when it is not a number.
  private static func milliseconds(_ seconds: TimeInterval) -> Int64? {
    // First rounded to the microsecond: a `Date` cannot hold most milliseconds exactly, and a stored time
    // must not decrease by a millisecond each time it is read and written again.
    let value = ((seconds * 1_000_000).rounded() / 1000).rounded(.down)
    return Int64(exactly: min(max(value, -Double(bound)), Double(bound)))
  }

  package static func < (one: StoredTime, other: StoredTime) -> Bool {
    one.milliseconds < other.milliseconds
  }
}
