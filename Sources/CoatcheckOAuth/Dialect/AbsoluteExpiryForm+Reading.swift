// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

extension AbsoluteExpiryForm {
  /// The expiry of the access token; nil when the response does not state it in this form.
  func expiry(in json: JSONObject) -> Expiry? { expiry("expires_at", in: json) }

  /// The expiry of the refresh token; nil when the response does not state it in this form.
  func refreshExpiry(in json: JSONObject) -> Expiry? {
    expiry("refresh_token_expires_at", in: json)
  }

  private func expiry(_ member: String, in json: JSONObject) -> Expiry? {
    guard let text = json[member]?.stringValue else { return nil }
    switch self {
    case .spacedUTC: return Self.spacedUTC(text).map(Expiry.at)
    }
  }

  /// Reads `2014-01-05 11:57:26Z`, also with percent-encoded spaces and colons. The time is UTC in the
  /// Gregorian calendar, whatever the locale of this machine is.
  static func spacedUTC(_ text: String) -> Date? {
    let text = text.replacing("%20", with: " ").replacing("%3A", with: ":")
    let pattern = Array("0000-00-00 00:00:00Z".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count == pattern.count else { return nil }
    var numbers = [0]
    for (byte, wanted) in zip(bytes, pattern) {
      if wanted == 0x30 {
        guard (0x30...0x39).contains(byte) else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
      } else {
        guard byte == wanted else { return nil }
        numbers.append(0)
      }
    }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
    guard year >= 1, (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    let days = HTTPDate.daysSince1970(year: year, month: month, day: day)
    return Date(
      timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2:
      (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
