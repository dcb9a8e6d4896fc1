// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The clocks of this machine and of the server, which advance together until one is set.
final class Clocks: Sendable {
  private struct State {
    var now = TestClock.start
    var uptime: Duration = .seconds(1000)
    var isHasty = false
  }

  private let server: TestClock
  private let state = Mutex(State())

  init(server: TestClock) { self.server = server }

  /// Advances all clocks.
  func pass(_ seconds: Int) {
    server.advance(by: .seconds(seconds))
    state.withLock { state in
      state.now += Double(seconds)
      state.uptime += .seconds(seconds)
    }
  }

  /// Sets the wall clock of this machine, relative to its time.
  func moveClient(_ seconds: Double) { state.withLock { $0.now += seconds } }

  /// Sets the clock of the server, relative to its time.
  func moveServer(_ seconds: Double) { server.advance(by: .seconds(seconds)) }

  /// Whether deadlines are shortened to 150 ms.
  var isHasty: Bool {
    get { state.withLock { $0.isHasty } }
    set { state.withLock { $0.isHasty = newValue } }
  }

  /// The environment of a session, without real waits between two attempts.
  var environment: RuntimeEnvironment {
    RuntimeEnvironment(
      now: { self.state.withLock { $0.now } },
      random: RuntimeEnvironment.live.random,
      sleep: { _ in
        try Task.checkCancellation()
        await Task.yield()
      },
      uptime: { self.state.withLock { $0.uptime } })
  }

  /// The environment of a transport: its deadlines are real unless they are shortened.
  var deadlines: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    let sleep = environment.sleep
    environment.sleep = { try await sleep(self.isHasty ? .milliseconds(150) : $0) }
    return environment
  }

  /// The environment of a store: its waits take a thousandth of the time.
  static let impatient: RuntimeEnvironment = {
    var environment = RuntimeEnvironment.live
    let sleep = environment.sleep
    environment.sleep = { try await sleep($0 / 1000) }
    return environment
  }()
}
