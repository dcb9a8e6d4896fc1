// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The `Retry-After` field: how long a peer asks to be left alone.
///
/// Specification: [RFC 9110 §10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).
public enum RetryAfter {
  /// The longest wait believed: one hour. A peer can't put a client to sleep for good.
  public static let longest: Duration = .seconds(3600)

  /// Reads the field: a number of seconds or an HTTP date.
  ///
  /// - Returns: From one second (also for a date in the past, so that nobody spins) to ``longest``;
  ///   nil when the field is neither.
  public static func parse(_ value: String, now: Date) -> Duration? {
    let text = value.trimmingSpaces
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return clamp(Double(text) ?? .infinity)
    }
    return HTTPDate.parse(text).map { clamp($0.timeIntervalSince(now)) }
  }

  /// The field's value for a wait, in whole seconds.
  public static func value(_ wait: Duration) -> String {
    let parts = wait.components
    return String(max(1, parts.seconds + (parts.attoseconds > 0 ? 1 : 0)))
  }

  private static func clamp(_ seconds: Double) -> Duration {
    .seconds(Int(min(max(seconds, 1), 3600).rounded(.up)))
  }
}

/// The one date format that HTTP still sends.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func parse(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3]), (1...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Date(
      timeIntervalSince1970: Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
  }

  /// Counts in years that begin in March, so that the leap day is the last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  var trimmingSpaces: String {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
    return String(rest)
  }
}
