// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// Seconds since 1970, as JSON Web Tokens state times.
///
/// [RFC 7519 §2](https://www.rfc-editor.org/rfc/rfc7519#section-2): "A JSON numeric value", which
/// may have a fraction.
enum NumericDate {
  /// The instant in a claim; nil when the claim is absent.
  ///
  /// - Parameters:
  ///   - name: The claim.
  ///   - claims: The claims.
  ///   - refusal: The error when it is not a number (null is not one) or out of range.
  static func read(
    _ name: String, in claims: JSONObject, orThrow refusal: @autoclosure () -> OAuthError
  ) throws(OAuthError) -> Date? {
    guard let value = claims[name] else { return nil }
    // Fast path: nearly all times are whole numbers.
    guard let seconds = value.intValue.map(Double.init) ?? value.doubleValue,
      abs(seconds) <= Expiry.maximumLifetime
    else { throw refusal() }
    return Date(timeIntervalSince1970: seconds)
  }
}
