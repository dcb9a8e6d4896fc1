// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The audience of a JWT.
///
/// [RFC 7519 §4.1.3](https://www.rfc-editor.org/rfc/rfc7519#section-4.1.3): "In the general case, the "aud"
/// value is an array of case-sensitive strings […] In the special case when the JWT has one audience, the
/// "aud" value MAY be a single case-sensitive string."
enum Audience {
  /// Whether `aud` contains this audience, alone or among others.
  static func of(_ claims: JSONObject, includes name: String) -> Bool {
    guard let value = claims["aud"] else { return false }
    return (value.arrayValue ?? [value]).contains { $0.stringValue?.isExactly(name) == true }
  }
}
