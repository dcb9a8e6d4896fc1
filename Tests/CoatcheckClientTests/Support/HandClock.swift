// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A wall clock and a monotonic clock that the test moves. Sleeping returns at once and is recorded.
final class HandClock: Sendable {
  private struct State {
    var trueNow = Date(timeIntervalSince1970: 1_700_000_000)
    var error: TimeInterval = 0
    var uptime: Duration = .seconds(1000)
    var slept: [Duration] = []
  }

  private let state = Mutex(State())

  /// The requested durations of sleep. No caller really sleeps.
  var slept: [Duration] { state.withLock { $0.slept } }
  /// The time by the wall clock, which can be wrong.
  var now: Date { state.withLock { $0.trueNow + $0.error } }
  /// The correct time, which all other machines have.
  var trueNow: Date { state.withLock { $0.trueNow } }

  /// Time passes on both clocks.
  func advance(_ seconds: Double) {
    state.withLock { state in
      state.trueNow += seconds
      state.uptime += .seconds(seconds)
    }
  }

  /// Sets the wall clock, while no time passes.
  func jump(_ seconds: Double) {
    state.withLock { $0.error += seconds }
  }

  var environment: RuntimeEnvironment {
    RuntimeEnvironment(
      now: { self.now },
      random: RuntimeEnvironment.live.random,
      sleep: { duration in
        try Task.checkCancellation()
        self.state.withLock { $0.slept.append(duration) }
        await Task.yield()
      },
      uptime: { self.state.withLock { $0.uptime } })
  }
}
