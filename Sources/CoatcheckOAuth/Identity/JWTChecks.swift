// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// The checks that all kinds of JWT have in common, with the error of one kind.
struct JWTChecks {
  /// The claims of a JWT whose signature was verified.
  let claims: JSONObject
  /// The name of the kind in error texts: "The ID token".
  let kind: String
  /// The current time of the wall clock.
  let now: Date
  /// The maximum difference of the clocks, in seconds.
  let leeway: TimeInterval
  /// Returns the error for a claim and a reason.
  let error: @Sendable (_ claim: String, _ reason: String) -> OAuthError

  /// Checks `typ`, so that one kind of JWT is not accepted as another
  /// ([RFC 8725 §3.11](https://www.rfc-editor.org/rfc/rfc8725#section-3.11)).
  func checkType(_ isExpected: Bool) throws(OAuthError) {
    guard isExpected else { throw error("typ", "\(kind) is another kind of JWT.") }
  }

  func checkAlgorithm(_ isExpected: Bool) throws(OAuthError) {
    guard isExpected else {
      throw error("alg", "\(kind) is signed with an algorithm that is not expected.")
    }
  }

  func checkIssuer(_ issuer: String) throws(OAuthError) {
    guard claims["iss"]?.stringValue?.isExactly(issuer) == true else {
      throw error("iss", "\(kind) is from another issuer.")
    }
  }

  /// Checks that `aud` contains the audience, alone or among others.
  func checkAudience(_ audience: String) throws(OAuthError) {
    guard Audience.of(claims, includes: audience) else {
      throw error("aud", "\(kind) is for another audience.")
    }
  }

  /// The time in a claim; nil when the claim is absent.
  func date(_ name: String) throws(OAuthError) -> Date? {
    try NumericDate.read(
      name, in: claims, orThrow: error(name, "\(kind) has a time that is not a valid number."))
  }

  /// The time in a claim that is required.
  func requiredDate(_ name: String) throws(OAuthError) -> Date {
    guard let date = try date(name) else { throw error(name, "\(kind) lacks a time.") }
    return date
  }

  /// Checks that `exp` is present and in the future.
  ///
  /// - Parameter lifetime: The maximum time until then, in seconds.
  @discardableResult
  func checkExpiry(within lifetime: TimeInterval = .infinity) throws(OAuthError) -> Date {
    let end = try requiredDate("exp")
    guard now < end.addingTimeInterval(leeway) else { throw error("exp", "\(kind) has expired.") }
    guard end.timeIntervalSince(now) <= lifetime + leeway else {
      throw error("exp", "\(kind) expires too far in the future.")
    }
    return end
  }

  /// Checks that a time is not in the future, where it is present: `nbf` or `iat`.
  @discardableResult
  func checkStart(_ name: String) throws(OAuthError) -> Date? {
    guard let start = try date(name) else { return nil }
    guard start <= now.addingTimeInterval(leeway) else {
      throw error(name, "\(kind) is not valid yet.")
    }
    return start
  }

  /// The value of `jti`, which is required.
  func identifier() throws(OAuthError) -> String {
    guard let id = claims["jti"]?.stringValue, (1...256).contains(id.utf8.count) else {
      throw error("jti", "\(kind) has no id of 1 to 256 characters.")
    }
    return id
  }

  /// Checks the maximum difference of the clocks, and that at least one algorithm is accepted.
  ///
  /// - Throws: `misused` naming `leeway` or `algorithms`.
  static func validate(
    leeway: TimeInterval, _ algorithms: Set<SignatureAlgorithm>
  ) throws(OAuthError) {
    // This also refuses NaN and infinity.
    guard (0...600).contains(leeway) else {
      throw .misused("leeway", "The leeway must be from 0 to 600 seconds.")
    }
    guard !algorithms.isEmpty else {
      throw .misused("algorithms", "No algorithm would be accepted.")
    }
  }
}
