// SPDX-License-Identifier: Apache-2.0
package import CoatcheckFoundation

/// The attempts counted under one key.
package struct AttemptWindow: Sendable, Equatable {
  /// The number of attempts in this window.
  package var count: Int
  /// The end of the window: from then on, counting starts at zero.
  package var until: StoredTime

  package init(count: Int, until: StoredTime) {
    self.count = count
    self.until = until
  }

  /// Takes back one attempt, if there is one.
  package mutating func giveBack() { count = max(0, count - 1) }

  /// Counts one more attempt: returns the window to store, and whether the attempt is allowed.
  package static func counted(
    after stored: AttemptWindow?, limit: Int, window: TimeInterval, at now: StoredTime
  ) -> (AttemptWindow, Attempt) {
    let fresh = AttemptWindow(count: 0, until: now.advanced(by: max(window, 0)))
    var counted = stored.flatMap { now < $0.until ? $0 : nil } ?? fresh
    // A clock that was set back must not lock users out until it has caught up.
    counted.until = min(counted.until, fresh.until)
    counted.count = counted.count == .max ? .max : counted.count + 1
    return (
      counted,
      counted.count <= limit ? .allowed(counted.count) : .exhausted(until: counted.until.date)
    )
  }

  /// Counts one more attempt under an ``AttemptLimit``.
  package static func counted(
    after stored: AttemptWindow?, by limit: AttemptLimit, at now: StoredTime
  ) -> (AttemptWindow, Attempt) {
    counted(after: stored, limit: limit.limit, window: limit.window, at: now)
  }

  /// Whether one more attempt would be allowed. Nothing is counted.
  package static func next(
    after stored: AttemptWindow?, by limit: AttemptLimit, at now: StoredTime
  ) -> Attempt {
    counted(after: stored, by: limit, at: now).1
  }
}
