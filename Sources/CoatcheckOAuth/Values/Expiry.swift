// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// When a token or another value expires, if that is known.
public enum Expiry: Sendable, Hashable {
  /// The peer did not state an expiry. The value counts as valid until the peer rejects it.
  case unknown
  /// It does not expire.
  case never
  /// It expires at this instant of the wall clock.
  case at(Date)

  /// Whether it has expired at `now`, or will have within `leeway` seconds. An expiry that is unknown has
  /// not passed.
  ///
  /// - Parameters:
  ///   - now: The wall-clock time.
  ///   - leeway: How many seconds before its expiry a value counts as expired already.
  public func isExpired(at now: Date, leeway: TimeInterval = 0) -> Bool {
    switch self {
    case .unknown, .never: false
    case .at(let end): now.timeIntervalSince1970 + leeway >= end.timeIntervalSince1970
    }
  }

  /// The instant of the expiry; nil when it is unknown or never comes.
  public var date: Date? {
    if case .at(let end) = self { end } else { nil }
  }
}

extension Expiry {
  /// The maximum lifetime that is accepted, in seconds. In milliseconds, it is still exact in a `Double`.
  static let maximumLifetime: Double = 9_007_199_254_740

  /// Reads `expires_in`, a number of seconds.
  ///
  /// Accepts deviations that real servers have: a string of digits counts as a number, and a fraction is
  /// truncated. A value that is negative or too large counts as expired. If the value is absent, null or
  /// not a number, the expiry is unknown.
  init(expiresIn value: JSONValue?, receivedAt: Date) {
    let seconds: Double
    switch value {
    case .number(let number): seconds = number.double ?? -1
    case .string(let text)
    where !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      seconds = Double(text) ?? -1
    default:
      self = .unknown
      return
    }
    let lifetime = (0...Self.maximumLifetime).contains(seconds) ? seconds.rounded(.down) : 0
    self = .at(receivedAt.addingTimeInterval(lifetime))
  }

  /// The whole seconds from an instant to the expiry, not below zero; nil when the expiry is unknown or
  /// never.
  func seconds(from start: Date) -> Int? {
    date.map { end in
      Int(min(max(end.timeIntervalSince(start), 0), Self.maximumLifetime).rounded(.down))
    }
  }
}
