// SPDX-License-Identifier: Apache-2.0
package import CoatcheckFoundation

/// A moment as every store keeps it: whole milliseconds since 1970, from long before until long after
/// anything happens here.
package struct StoredTime: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970.
  package let milliseconds: Int64

  /// About 300,000 years: a sum of two such moments still fits.
  private static let bound: Int64 = 1 << 53

  /// A moment as it was stored.
  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, -Self.bound), Self.bound)
  }

  /// A moment, rounded down. A time that is not a number is the earliest one: expired.
  package init(_ date: Date) {
    self.init(milliseconds: Self.milliseconds(date.timeIntervalSince1970) ?? -Self.bound)
  }

  /// The moment as a date.
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The moment so many seconds later.
  package func advanced(by seconds: TimeInterval) -> StoredTime {
    StoredTime(milliseconds: milliseconds + (Self.milliseconds(seconds) ?? 0))
  }

  /// Whole milliseconds, rounded down; nil when it is not a number.
  private static func milliseconds(_ seconds: TimeInterval) -> Int64? {
    // To the microsecond first: a `Date` cannot hold most milliseconds exactly, and what was stored
    // must not lose another one each time it is read and written again.
    let value = ((seconds * 1_000_000).rounded() / 1000).rounded(.down)
    return Int64(exactly: min(max(value, -Double(bound)), Double(bound)))
  }

  package static func < (one: StoredTime, other: StoredTime) -> Bool {
    one.milliseconds < other.milliseconds
  }
}
