// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// Counts the sign-ins that a browser finishes within a minute, to stop the loop of a page that redirects a
/// signed-in user to the sign-in again.
struct Rounds: Sendable {
  /// The maximum number of sign-ins within a minute.
  private static let limit = 3
  private static let period = 60

  let site: SignInSite

  private var cookie: String { site.options.cookieName + "-rounds" }

  func mayBegin(_ head: HTTPRequest) -> Bool { count(head).number < Self.limit }

  /// The `Set-Cookie` value with the count increased by one.
  func next(_ head: HTTPRequest) -> String {
    let (number, since) = count(head)
    return site.cookies.setting(cookie, to: "\(number + 1).\(since)", age: Self.period)
  }

  private func count(_ head: HTTPRequest) -> (number: Int, since: Int) {
    let second = Int(site.environment.now().timeIntervalSince1970)
    let parts = (site.cookies.value(cookie, in: head) ?? "").split(separator: ".").map { Int($0) }
    guard parts.count == 2, let number = parts[0], let since = parts[1], 0...100 ~= number,
      0..<Self.period ~= second &- since
    else { return (0, second) }
    return (number, since)
  }
}
