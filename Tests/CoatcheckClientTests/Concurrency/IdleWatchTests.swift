// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("An idle timeout", .timeLimit(.minutes(10)))
struct IdleWatchTests {
  /// A clock that advances with each sleep, and runs an event of the test during it.
  private final class Clock: Sendable {
    let uptime = Mutex(Duration.seconds(100))
    /// The events during the sleeps, one for each, in order.
    let events = Mutex<[@Sendable () -> Void]>([])
    let slept = Log<Duration>()

    var environment: RuntimeEnvironment {
      var environment = RuntimeEnvironment.live
      environment.uptime = { self.uptime.withLock { $0 } }
      environment.sleep = { duration in
        self.slept.add(duration)
        let event = self.events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        // The event runs one second before the end of the sleep.
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
    // Data was transferred at 9 and at 18 seconds, and then not until 28.
    #expect(clock.slept.entries == [.seconds(10), .seconds(9), .seconds(9)])
  }

  @Test("does not count the time while it is paused")
  func pauses() async throws {
    let clock = Clock()
    let watch = IdleWatch(.seconds(10), environment: clock.environment)
    clock.events.withLock { $0 = [{ watch.pause() }, {}, {}, { watch.resume() }] }
    try await watch.expiry()
    #expect(clock.slept.entries.count == 5)
  }

  @Test("ends when its task is cancelled")
  func cancelled() async throws {
    let watch = IdleWatch(.seconds(3600), environment: .live)
    let task = Task { try await watch.expiry() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
