// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// The tenant's clock, which is requested when a token seems expired or not yet valid.
final class TenantClock: Sendable {
  /// The lifetime of a measurement.
  private static let lifetime: Duration = .seconds(3600)

  private struct Measured {
    var offset: TimeInterval = 0
    var at: Duration?
  }

  private let measured = Mutex(Measured())
  private let environment: RuntimeEnvironment
  private let ask: @Sendable () async throws -> Date

  /// - Parameter ask: Requests the tenant's time.
  init(environment: RuntimeEnvironment, ask: @escaping @Sendable () async throws -> Date) {
    self.environment = environment
    self.ask = ask
  }

  /// How many seconds the tenant's clock is ahead of this machine's; 0 until it was measured.
  var offset: TimeInterval { measured.withLock { $0.offset } }

  /// Requests the tenant's time, unless it was requested within the last hour.
  ///
  /// - Returns: Whether ``offset`` changed by more than a second.
  func measure() async -> Bool {
    let started = environment.uptime()
    let isDue = measured.withLock { measured in
      if let at = measured.at, started - at < Self.lifetime { return false }
      measured.at = started
      return true
    }
    guard isDue, let date = try? await ask() else { return false }
    // The server read its clock at an unknown moment of the round trip: the middle is assumed.
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
