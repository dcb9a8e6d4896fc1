// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Synchronization

/// A clock that stands still until it is moved.
///
/// ```swift
/// server.clock.advance(by: .seconds(1200))   // every token of ten minutes is over
/// ```
public final class TestClock: Sendable {
  /// The moment every test begins at: 1 700 000 000 seconds after 1970.
  public static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private let moment: Mutex<Date>

  /// A clock that shows `start`.
  public init(at start: Date = TestClock.start) { moment = Mutex(start) }

  /// What the clock shows.
  public var now: Date { moment.withLock { $0 } }

  /// Moves the clock; back when negative.
  public func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    moment.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
  }

  /// Sets the clock.
  public func set(to date: Date) { moment.withLock { $0 = date } }
}
