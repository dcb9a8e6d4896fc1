// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// What time it is at the tenant, asked when a token seems to be of another time.
final class TenantClock: Sendable {
  /// How long a measurement counts, in seconds.
  private static let lifetime: Duration = .seconds(3600)

  private struct Measured {
    var offset: TimeInterval = 0
    var at: Duration?
  }

  private let measured = Mutex(Measured())
  private let environment: RuntimeEnvironment
  private let ask: @Sendable () async throws -> Date

  /// - Parameter ask: Asks the tenant for its time.
  init(environment: RuntimeEnvironment, ask: @escaping @Sendable () async throws -> Date) {
    self.environment = environment
    self.ask = ask
  }

  /// How many seconds the tenant's clock is ahead of this machine's, as far as it was asked.
  var offset: TimeInterval { measured.withLock { $0.offset } }

  /// Asks the tenant for its time, unless it was asked within the last hour.
  ///
  /// - Returns: Whether another time is known now than before.
  func measure() async -> Bool {
    let started = environment.uptime()
    let isDue = measured.withLock { measured in
      if let at = measured.at, started - at < Self.lifetime { return false }
      measured.at = started
      return true
    }
    guard isDue, let date = try? await ask() else { return false }
    // The response was made at some time while it was waited for.
    let way = environment.uptime() - started
    let received = environment.now().addingTimeInterval(-(way / .seconds(1)) / 2)
    let offset = date.timeIntervalSince(received)
    return measured.withLock { measured in
      let isNew = abs(offset - measured.offset) > 1
      measured.offset = offset
      return isNew
    }
  }
}
