// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Synchronization

/// Notices that nothing has moved for a while.
///
/// The time in which this side has to do something, such as to take what has come, does not count.
package final class IdleWatch: Sendable {
  private struct State {
    var moves = 0
    var last: Duration
    var pauses = 0
  }

  private let limit: Duration
  private let environment: RuntimeEnvironment
  private let state: Mutex<State>

  /// A watch, which runs from now on.
  ///
  /// - Parameters:
  ///   - limit: How long nothing may move.
  ///   - environment: The clock that measures it.
  package init(_ limit: Duration, environment: RuntimeEnvironment) {
    self.limit = limit
    self.environment = environment
    state = Mutex(State(last: environment.uptime()))
  }

  /// Says that something has moved.
  package func move() {
    let now = environment.uptime()
    state.withLock { state in
      state.moves += 1
      state.last = now
    }
  }

  /// Says that it is this side's turn to do something.
  package func pause() {
    state.withLock { $0.pauses += 1 }
  }

  /// Says that this side has done it.
  package func resume() {
    move()
    state.withLock { $0.pauses -= 1 }
  }

  /// Returns when nothing has moved for as long as the limit says.
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
