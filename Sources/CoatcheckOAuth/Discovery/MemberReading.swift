// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Reads the members of a metadata document. A member that is null counts as absent.
struct MemberReading {
  let json: JSONObject
  /// Returns the error for a member of the wrong type.
  let malformed: (_ name: String, _ reason: String) -> OAuthError

  /// The value of a member; nil when it is absent.
  func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(OAuthError) -> Value? {
    guard let value = json[name], value != .null else { return nil }
    guard let value = read(value) else { throw malformed(name, "A member is of another type.") }
    return value
  }

  /// The value of a member that is an array of strings; nil when it is absent.
  func list(_ name: String) throws(OAuthError) -> [String]? {
    guard let values = try value(name, \.arrayValue) else { return nil }
    let texts = values.compactMap(\.stringValue)
    guard texts.count == values.count else {
      throw malformed(name, "A list holds other than texts.")
    }
    return texts
  }
}
