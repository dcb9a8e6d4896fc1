// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("An idle timeout", .timeLimit(.minutes(10)))
struct IdleWatchTests {
  /// A clock whose sleepers wake when the test says so.
  private final class Clock: Sendable {
    let uptime = Mutex(Duration.seconds(100))
    /// What happens during sleeps, the earliest first.
    let events = Mutex<[@Sendable () -> Void]>([])
    let slept = Log<Duration>()

    var environment: RuntimeEnvironment {
      var environment = RuntimeEnvironment.live
      environment.uptime = { self.uptime.withLock { $0 } }
      environment.sleep = { duration in
        self.slept.add(duration)
        let event = self.events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        // What happens, happens a second before the end of the sleep.
        self.uptime.withLock { $0 += duration - .seconds(1) }
        event?()
        self.uptime.withLock { $0 += .seconds(1) }
      }
      return environment
    }
  }

  @Test("ends when no data was transferred for the whole time")
  func idle() async throws {
    let clock = Clock()
    let watch = IdleWatch(.seconds(10), environment: clock.environment)
    clock.events.withLock { $0 = [{ watch.move() }, { watch.move() }] }
    try await watch.expiry()
    // It moved at 9 and at 18 seconds, and no more until 28.
    #expect(clock.slept.entries == [.seconds(10), .seconds(9), .seconds(9)])
  }

  @Test("does not count the time in which this side has to act")
  func pauses() async throws {
    let clock = Clock()
    let watch = IdleWatch(.seconds(10), environment: clock.environment)
    clock.events.withLock { $0 = [{ watch.pause() }, {}, {}, { watch.resume() }] }
    try await watch.expiry()
    #expect(clock.slept.entries.count == 5)
  }

  @Test("ends with its task")
  func cancelled() async throws {
    let watch = IdleWatch(.seconds(3600), environment: .live)
    let task = Task { try await watch.expiry() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
