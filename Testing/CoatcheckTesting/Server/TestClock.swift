// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import Foundation
import Synchronization

/// A clock that stands still until it is moved, or goes on with the machine's.
///
/// ```swift
/// server.clock.advance(by: .seconds(1200))   // every token of ten minutes is over
/// ```
public final class TestClock: Sendable {
  /// The moment every test begins at: 1 700 000 000 seconds after 1970.
  public static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private enum Hand {
    case still(Date)
    /// So many seconds ahead of the machine's clock.
    case ahead(TimeInterval)
  }

  private let hand: Mutex<Hand>

  /// A clock that shows `start`.
  public init(at start: Date = TestClock.start) { hand = Mutex(.still(start)) }

  private init(_ hand: Hand) { self.hand = Mutex(hand) }

  /// A clock that shows what the machine's shows. When it is moved, it goes on from there.
  public static func running() -> TestClock { TestClock(.ahead(0)) }

  /// What the clock shows.
  public var now: Date {
    switch hand.withLock({ $0 }) {
    case .still(let date): date
    case .ahead(let seconds): RuntimeEnvironment.live.now() + seconds
    }
  }

  /// Moves the clock; back when negative.
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
  public func set(to date: Date) {
    hand.withLock { hand in
      switch hand {
      case .still: hand = .still(date)
      case .ahead: hand = .ahead(date.timeIntervalSince(RuntimeEnvironment.live.now()))
      }
    }
  }
}
