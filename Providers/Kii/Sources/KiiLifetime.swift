// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

/// The requested lifetime of an access token, counted from the sign-in and not from the last use.
public struct KiiLifetime: Sendable, Hashable {
  /// The lifetime in seconds; 0 if no lifetime is requested.
  public let seconds: Int

  /// Creates a lifetime.
  ///
  /// - Parameter seconds: The lifetime in seconds, at least 0. With 0 no lifetime is requested, so that
  ///   the app's own setting applies.
  /// - Throws: `misused` naming `lifetime` when it is negative.
  public init(seconds: Int) throws(OAuthError) {
    guard seconds >= 0 else { throw .misused("lifetime", "A lifetime cannot be negative.") }
    self.seconds = seconds
  }

  private init(unchecked seconds: Int) {
    self.seconds = seconds
  }

  /// No lifetime is requested: the app's own setting applies, which is unlimited by default.
  public static let unlimited = KiiLifetime(unchecked: 0)

  /// The maximum of `expiresAt` in milliseconds: the last time that JavaScript's `Date` can have.
  private static let maximum = 8_640_000_000_000_000

  /// `expiresAt`: the expiry in milliseconds after 1970; nil if no lifetime is requested.
  ///
  /// A later time than the maximum becomes the maximum.
  func expiresAt(from now: Date) -> Int? {
    guard seconds > 0 else { return nil }
    let start = Int((min(max(now.timeIntervalSince1970, 0), 1e12) * 1000).rounded())
    let (lifetime, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (end, isTooFar) = start.addingReportingOverflow(lifetime)
    return isTooLong || isTooFar ? Self.maximum : min(end, Self.maximum)
  }
}
