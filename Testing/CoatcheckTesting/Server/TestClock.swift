// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import Foundation
import Synchronization

/// A clock that stands still until a test moves it, or that follows the system clock.
///
/// ```swift
/// server.clock.advance(by: .seconds(1200))   // every token of ten minutes has expired
/// ```
public final class TestClock: Sendable {
  /// The time at which every test begins: 1,700,000,000 seconds after 1970.
  public static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private enum Hand {
    case still(Date)
    /// Seconds ahead of the system clock.
    case ahead(TimeInterval)
  }

  private let hand: Mutex<Hand>

  /// Creates a clock that stands still.
  ///
  /// - Parameter start: The time that it shows.
  public init(at start: Date = TestClock.start) { hand = Mutex(.still(start)) }

  private init(_ hand: Hand) { self.hand = Mutex(hand) }

  /// Creates a clock that follows the system clock. Moving it changes the offset.
  public static func running() -> TestClock { TestClock(.ahead(0)) }

  /// The time of this clock.
  public var now: Date {
    switch hand.withLock({ $0 }) {
    case .still(let date): date
    case .ahead(let seconds): RuntimeEnvironment.live.now() + seconds
    }
  }

  /// Moves the clock.
  ///
  /// - Parameter duration: The duration to add; a negative one moves the clock backwards.
  public func advance(by duration: Duration) {
    let (whole, attoseconds) = duration.components
    let seconds = Double(whole) + Double(attoseconds) / 1e18
    hand.withLock { hand in
      switch hand {
      case .still(let date): hand = .still(date + seconds)
      case .ahead(let before): hand = .ahead(before + seconds)
      }
    }
  }

  /// Sets the clock.
  ///
  /// - Parameter date: The new time. A running clock continues from it.
  public func set(to date: Date) {
    hand.withLock { hand in
      switch hand {
      case .still: hand = .still(date)
      case .ahead: hand = .ahead(date.timeIntervalSince(RuntimeEnvironment.live.now()))
      }
    }
  }
}
