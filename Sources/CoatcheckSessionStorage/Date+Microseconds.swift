// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// Times as the stores of web sessions keep them: whole microseconds since 1970.
extension Date {
  /// About 36,000 years, which both a `Double` and the number of a database hold.
  private static let bound: Int64 = 1 << 60

  /// Rounded to the nearest. A time that is not a number is the earliest one: expired.
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
