// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Reads the members of a document about a server, an API or a client. Null members are absent ones.
struct MemberReading {
  let json: JSONObject
  /// What is thrown for a member of another type.
  let malformed: (_ name: String, _ reason: String) -> OAuthError

  /// A member of one type.
  func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(OAuthError) -> Value? {
    guard let value = json[name], value != .null else { return nil }
    guard let value = read(value) else { throw malformed(name, "A member is of another type.") }
    return value
  }

  /// A list of texts.
  func list(_ name: String) throws(OAuthError) -> [String]? {
    guard let values = try value(name, \.arrayValue) else { return nil }
    let texts = values.compactMap(\.stringValue)
    guard texts.count == values.count else {
      throw malformed(name, "A list holds other than texts.")
    }
    return texts
  }
}
