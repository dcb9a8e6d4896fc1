// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Synchronization

/// Compares this machine's clock with the database's.
///
/// A server uses its own clock to decide what has expired, and to set expiry times. Servers on several
/// machines agree only as far as their clocks do, so one whose clock differs too much from the database's
/// neither reads nor writes.
package final class PostgreSQLClock: Sendable {
  /// How long a comparison is valid.
  private static let period = Duration.seconds(30)

  private struct Comparison {
    let time: ContinuousClock.Instant
    /// The time of the machine's wall clock then.
    let wall: Double
  }

  /// The last comparison that passed.
  private let last = Mutex<Comparison?>(nil)
  private let limit: TimeInterval
  private let now: @Sendable () -> Date

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - limit: The maximum difference of the two clocks, in seconds.
  ///   - now: Reads this machine's wall clock.
  package init(limit: TimeInterval, now: @escaping @Sendable () -> Date) {
    self.limit = limit
    self.now = now
  }

  /// Compares the clocks, unless a recent comparison is valid and the machine's clock has not been set
  /// since.
  ///
  /// - Throws: `clock` when they differ too much.
  func check(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    if isRecent() { return }
    let before = now().timeIntervalSince1970
    let row = try connection.first(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS milliseconds")
    let after = now().timeIntervalSince1970
    let database = Double(row?.number("milliseconds") ?? 0) / 1000
    // The database read its clock between the two.
    if before - database > limit { throw .clock(ahead: before - database) }
    if database - after > limit { throw .clock(ahead: after - database) }
    last.withLock { $0 = Comparison(time: .now, wall: after) }
  }

  private func isRecent() -> Bool {
    guard let last = last.withLock({ $0 }) else { return false }
    let passed = last.time.duration(to: .now)
    let shown = now().timeIntervalSince1970 - last.wall
    return passed < Self.period && abs(shown - passed / .seconds(1)) < 1
  }
}
