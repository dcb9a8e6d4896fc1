// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// Counts the sign-ins that a browser begins within a minute: a page that sends a user to the sign-in whom the sign-in
/// sends back to it would never end.
struct Rounds: Sendable {
  /// The maximum number of sign-ins within a minute.
  private static let limit = 3
  private static let period = 60

  let rules: CookieRules
  let name: String

  private var cookie: String { name + "-rounds" }

  func mayBegin(_ head: HTTPRequest, at now: Date) -> Bool {
    count(head, now).number < Self.limit
  }

  /// The `Set-Cookie` value with one more.
  func next(_ head: HTTPRequest, at now: Date) -> String {
    let (number, since) = count(head, now)
    return rules.setting(cookie, to: "\(number + 1).\(since)", age: Self.period)
  }

  private func count(_ head: HTTPRequest, _ now: Date) -> (number: Int, since: Int) {
    let second = Int(now.timeIntervalSince1970)
    let parts = (rules.value(cookie, in: head) ?? "").split(separator: ".").map { Int($0) }
    guard parts.count == 2, let number = parts[0], let since = parts[1], 0...100 ~= number,
      0..<Self.period ~= second &- since
    else { return (0, second) }
    return (number, since)
  }
}
