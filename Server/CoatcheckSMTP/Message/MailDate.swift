// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The format of dates in header fields: `Mon, 23 Nov 2026 15:00:00 +0000`.
///
/// [RFC 5322 §3.3](https://www.rfc-editor.org/rfc/rfc5322#section-3.3)
enum MailDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func text(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    func two(_ number: Int?) -> String {
      let number = number ?? 0
      return number < 10 ? "0\(number)" : "\(number)"
    }
    return "\(days[((parts.weekday ?? 1) - 1) % 7]), \(parts.day ?? 1) "
      + "\(months[((parts.month ?? 1) - 1) % 12]) \(parts.year ?? 1970) "
      + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) +0000"
  }
}
