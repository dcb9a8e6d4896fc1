// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// The form of times in an export, to the millisecond: `2027-01-31T00:00:00.250Z`.
enum StoredMoment {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func json(_ date: Date) -> JSONValue { .string(date.formatted(style)) }

  /// Reads the time in a member; nil when the member is missing.
  static func read(
    _ name: String, in json: JSONObject
  ) throws(AdministrationProblem) -> Date? {
    guard let text = json[name]?.stringValue else { return nil }
    guard let date = try? Date(text, strategy: style) else {
      throw .invalid(name, "must be a time like 2027-01-31T00:00:00.000Z")
    }
    return date
  }
}
