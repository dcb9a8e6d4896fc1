// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// Seconds since 1970, as JSON Web Tokens count time.
///
/// [RFC 7519 §2](https://www.rfc-editor.org/rfc/rfc7519#section-2): "A JSON numeric value", which
/// may have a fraction.
enum NumericDate {
  /// The instant in a claim; nil when the claim is absent.
  ///
  /// - Parameter refusal: What is thrown when it is no number (null is none either) or lies so far off that
  ///   it can't be meant.
  static func read(
    _ name: String, in claims: JSONObject, orThrow refusal: @autoclosure () -> OAuthError
  ) throws(OAuthError) -> Date? {
    guard let value = claims[name] else { return nil }
    // Nearly all are whole numbers, which are read many times faster.
    guard let seconds = value.intValue.map(Double.init) ?? value.doubleValue,
      abs(seconds) <= Expiry.maximumLifetime
    else { throw refusal() }
    return Date(timeIntervalSince1970: seconds)
  }

  /// The same in an ID token.
  ///
  /// - Throws: `unreadable` naming the claim.
  static func read(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date? {
    try read(
      name, in: claims,
      orThrow: .unreadable(
        .idTokenInvalid, "A time in the ID token isn't a usable number.", parameter: name))
  }

  /// The same for a claim which must be there.
  static func require(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date {
    guard let date = try read(name, in: claims) else {
      throw .unreadable(.idTokenInvalid, "The ID token lacks a time.", parameter: name)
    }
    return date
  }
}
