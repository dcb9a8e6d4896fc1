// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The time of log lines: `2026-11-21T20:06:01Z`. The text is made once a second, not once a line.
final class LogTime: Sendable {
  private let now: @Sendable () -> Date
  private let last = Mutex((second: -Double.infinity, text: ""))

  init(_ now: @escaping @Sendable () -> Date) { self.now = now }

  func text() -> String {
    let date = now()
    let second = date.timeIntervalSince1970.rounded(.down)
    return last.withLock { last in
      if last.second != second { last = (second, date.formatted(.iso8601)) }
      return last.text
    }
  }
}
