// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// The stores of web sessions keep times as whole microseconds since 1970.
extension Date {
  /// About 36,000 years, exact in a `Double` and in the integers of a database.
  private static let bound: Int64 = 1 << 60

  /// Rounded to the nearest. A time that is not a number becomes the earliest one, which has expired.
  var microseconds: Int64 {
    let value = (timeIntervalSince1970 * 1_000_000).rounded()
    guard !value.isNaN else { return -Self.bound }
    return Int64(min(max(value, -Double(Self.bound)), Double(Self.bound)))
  }

  /// The time of so many microseconds since 1970.
  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}
