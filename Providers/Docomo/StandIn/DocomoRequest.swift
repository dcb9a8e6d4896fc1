// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import Foundation

/// The JSON parameters of a request to PhotoColle, checked against the limits in its document.
struct DocomoRequest {
  let json: JSONObject

  init(_ body: Data) throws(DocomoFault) {
    guard let json = try? JSONObject(parsing: body) else { throw DocomoFault(code: 100) }
    self.json = json
  }

  /// A whole number within limits; nil when absent.
  func number(_ name: String, in range: ClosedRange<Int>) throws(DocomoFault) -> Int? {
    guard let value = json[name] else { return nil }
    guard let number = value.intValue ?? value.stringValue.flatMap({ Int($0) }),
      range.contains(number)
    else { throw .parameter(name, value) }
    return number
  }

  /// A required whole number.
  func required(_ name: String, in range: ClosedRange<Int>) throws(DocomoFault) -> Int {
    guard let number = try number(name, in: range) else { throw .parameter(name, nil) }
    return number
  }

  /// A text of 1 to `length` characters; nil when absent.
  func text(_ name: String, upTo length: Int) throws(DocomoFault) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue, (1...length).contains(text.count) else {
      throw .parameter(name, value)
    }
    return text
  }

  /// A time in UTC: `2026-11-21T10:00:00Z`.
  func date(_ name: String) throws(DocomoFault) -> Date? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue, text.hasSuffix("Z"), let date = Self.dates.date(from: text)
    else { throw .parameter(name, value) }
    return date
  }

  static func text(_ date: Date) -> String { dates.string(from: date) }

  /// A new formatter for each use: a formatter must not be shared between threads.
  private static var dates: ISO8601DateFormatter { ISO8601DateFormatter() }
}
