// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A monotonic clock that stands still until the test moves it; a sleep ends when the clock reaches its
/// end.
final class SteppedClock: Sendable {
  private let uptime = Mutex(Duration.seconds(1000))

  func advance(_ duration: Duration) { uptime.withLock { $0 += duration } }

  var environment: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.uptime = { self.uptime.withLock { $0 } }
    environment.sleep = { duration in
      let end = self.uptime.withLock { $0 + duration }
      repeat { try await Task.sleep(for: .milliseconds(2)) } while self.uptime.withLock { $0 } < end
    }
    return environment
  }
}
