// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Synchronization

/// Compares this machine's clock with the database's.
///
/// A server decides by its own clock what has expired, and writes down when what it makes will expire. Servers on
/// several machines agree about both as far as their clocks do, so one whose clock is too far from the database's
/// neither reads nor writes.
package final class PostgreSQLClock: Sendable {
  /// How far apart the two may be, in seconds.
  package static let limit = 5.0
  /// How long a comparison holds.
  private static let period = Duration.seconds(30)

  private struct Comparison {
    let time: ContinuousClock.Instant
    /// What the machine's clock showed then.
    let wall: Double
  }

  /// The last comparison that was good.
  private let last = Mutex<Comparison?>(nil)
  private let now: @Sendable () -> Date

  /// - Parameter now: What this machine's clock shows.
  package init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// Compares the clocks, unless that was done a short time ago and the machine's clock has not been set since.
  ///
  /// - Throws: `clock` when they are too far apart.
  func check(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    if isRecent() { return }
    let before = now().timeIntervalSince1970
    let row = try connection.first(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS milliseconds")
    let after = now().timeIntervalSince1970
    let database = Double(row?.number("milliseconds") ?? 0) / 1000
    // The database looked at its clock at some moment between the two.
    if before - database > Self.limit { throw .clock(ahead: before - database) }
    if database - after > Self.limit { throw .clock(ahead: after - database) }
    last.withLock { $0 = Comparison(time: .now, wall: after) }
  }

  private func isRecent() -> Bool {
    guard let last = last.withLock({ $0 }) else { return false }
    let passed = last.time.duration(to: .now)
    let shown = now().timeIntervalSince1970 - last.wall
    return passed < Self.period && abs(shown - passed / .seconds(1)) < 1
  }
}
