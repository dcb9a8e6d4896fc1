// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Synchronization

/// Detects a stalled transfer: one without any progress for a given time.
///
/// The time in which this program has to act, such as to read a received chunk, does not count.
package final class IdleWatch: Sendable {
  private struct State {
    var moves = 0
    var last: Duration
    var pauses = 0
  }

  private let limit: Duration
  private let environment: RuntimeEnvironment
  private let state: Mutex<State>

  /// Creates a watch, which runs from now on.
  ///
  /// - Parameters:
  ///   - limit: The maximum time without progress.
  ///   - environment: The clock that measures it.
  package init(_ limit: Duration, environment: RuntimeEnvironment) {
    self.limit = limit
    self.environment = environment
    state = Mutex(State(last: environment.uptime()))
  }

  /// Records progress.
  package func move() {
    let now = environment.uptime()
    state.withLock { state in
      state.moves += 1
      state.last = now
    }
  }

  /// Suspends the watch: this program has to act next.
  package func pause() {
    state.withLock { $0.pauses += 1 }
  }

  /// Ends the pause, and records progress.
  package func resume() {
    move()
    state.withLock { $0.pauses -= 1 }
  }

  /// Returns when there was no progress for the time of the limit.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  package func expiry() async throws {
    while true {
      let before = state.withLock { $0 }
      try await environment.sleep(max(before.last + limit - environment.uptime(), .zero))
      let isIdle = state.withLock { state in
        if state.pauses > 0 {
          state.last = environment.uptime()
          return false
        }
        return state.moves == before.moves && before.pauses == 0
      }
      if isIdle { return }
    }
  }
}
