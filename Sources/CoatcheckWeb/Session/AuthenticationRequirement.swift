// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

/// The authentication of the user that a part of a website requires.
///
/// [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest): `acr_values`
/// and `max_age`.
public struct AuthenticationRequirement: Sendable, Hashable {
  /// The accepted authentication context class references, best first; empty if any is accepted.
  public let acr: [String]
  /// The maximum time since the user was authenticated; nil for no limit.
  public let maxAge: Duration?

  /// Creates a requirement.
  ///
  /// - Parameters:
  ///   - acr: The accepted authentication context class references, best first; empty if any is
  ///     accepted. They are compared with the claim `acr` of the ID token.
  ///   - maxAge: The maximum time since the user was authenticated (`auth_time`); nil for no limit. A
  ///     user whose provider does not state the time does not meet a limit.
  public init(acr: [String] = [], maxAge: Duration? = nil) {
    self.acr = acr
    self.maxAge = maxAge
  }

  /// Whether a user's authentication meets the requirement. A missing claim does not meet it.
  ///
  /// - Parameter leeway: How many seconds the clocks may differ.
  func isMet(by user: WebUser, at now: Date, leeway: TimeInterval) -> Bool {
    if !acr.isEmpty {
      guard let own = user.acr, acr.contains(where: own.isExactly) else {
        return false
      }
    }
    guard let maxAge else { return true }
    guard let authTime = user.authTime else { return false }
    return now.timeIntervalSince(authTime) <= maxAge.seconds + leeway
  }
}

extension Duration {
  /// The length in seconds.
  var seconds: TimeInterval {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
