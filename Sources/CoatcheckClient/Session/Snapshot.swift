// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import CoatcheckFoundation

/// The tokens as they were at one moment, with the end of the access token on both clocks.
///
/// A class, so that passing it on copies nothing.
final class Snapshot: Sendable {
  let stored: StoredSession
  /// When the access token expires and when it is due for replacement, by the wall clock and by the
  /// monotonic clock; nil when the end is not known. They are computed once, because reading both
  /// clocks is costly.
  private let end: (wall: Date, steady: Duration)?
  private let spent: (wall: Date, steady: Duration)?

  /// - Parameter leeway: How many seconds before its expiry an access token is replaced, where the
  ///   provider has no leeway of its own.
  init(_ stored: StoredSession, leeway: TimeInterval, environment: RuntimeEnvironment) {
    self.stored = stored
    let now = environment.now()
    let steady = environment.uptime()
    let isCutOff = stored.refreshMarker?.isUrgent(at: now) ?? false
    guard let end = stored.expiry.date else {
      self.end = nil
      spent = isCutOff ? (now, steady) : nil
      return
    }
    let lifetime = max(end.timeIntervalSince(stored.obtainedAt), 0)
    // If the wall clock was set back, the token must not last longer than its whole lifetime.
    let rest = min(max(end.timeIntervalSince(now), 0), lifetime)
    let steadyEnd = steady + .seconds(min(rest, 1e9))
    self.end = (end, steadyEnd)
    if isCutOff {
      spent = (now, steady)
    } else {
      // The leeway is at most half of the lifetime, or a short-lived token would be due at once.
      let leeway = min(Self.bounded(stored.leeway ?? leeway), lifetime / 2)
      spent = (end.addingTimeInterval(-leeway), steadyEnd - .seconds(leeway))
    }
  }

  private static func bounded(_ leeway: TimeInterval) -> TimeInterval {
    leeway.isFinite ? min(max(leeway, 0), 600) : 30
  }

  /// Whether the access token is about to end by either clock.
  func isSpent(_ environment: RuntimeEnvironment) -> Bool {
    isSpent(environment.now(), environment.uptime())
  }

  func isSpent(_ wall: Date, _ steady: Duration) -> Bool {
    guard let spent else { return false }
    return wall >= spent.wall || steady >= spent.steady
  }

  /// Whether the access token has ended by either clock.
  func isExpired(_ environment: RuntimeEnvironment) -> Bool {
    remaining(environment) == .zero
  }

  /// How long the access token lasts, by the clock that says less; nil when that is not known.
  func remaining(_ environment: RuntimeEnvironment) -> Duration? {
    guard let end else { return nil }
    let wall = Duration.seconds(min(max(end.wall.timeIntervalSince(environment.now()), 0), 1e9))
    return min(wall, max(end.steady - environment.uptime(), .zero))
  }

  /// How long until the access token is replaced; nil when it never is.
  func untilSpent(_ environment: RuntimeEnvironment) -> Duration? {
    guard let spent else { return nil }
    let wall = Duration.seconds(min(max(spent.wall.timeIntervalSince(environment.now()), 0), 1e9))
    return min(wall, max(spent.steady - environment.uptime(), .zero))
  }
}
