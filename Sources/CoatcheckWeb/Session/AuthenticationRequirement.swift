// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

/// How a user must have been authenticated for a part of a website.
///
/// [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest): `acr_values`
/// and `max_age`.
public struct AuthenticationRequirement: Sendable, Hashable {
  /// The classes of authentication that would do, best first; empty when any would.
  public let acr: [String]
  /// How long ago the user may have been authenticated; nil for any time.
  public let maxAge: Duration?

  /// A requirement.
  public init(acr: [String] = [], maxAge: Duration? = nil) {
    self.acr = acr
    self.maxAge = maxAge
  }

  /// Whether a user was authenticated so. What the provider does not say is not the case.
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
