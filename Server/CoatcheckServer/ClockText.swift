// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Synchronization

/// The time of a clock as a text with whole seconds, which is made once a second, however often it is needed.
package final class ClockText: Sendable {
  private let now: @Sendable () -> Date
  private let format: @Sendable (Date) -> String
  private let last = Mutex((second: -Double.infinity, text: ""))

  package init(
    _ now: @escaping @Sendable () -> Date, format: @escaping @Sendable (Date) -> String
  ) {
    self.now = now
    self.format = format
  }

  package func text() -> String {
    let date = now()
    let second = date.timeIntervalSince1970.rounded(.down)
    return last.withLock { last in
      if last.second != second { last = (second, format(date)) }
      return last.text
    }
  }
}
