// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Signs a JWT with any header and claims, valid or not.
func handmadeJWT(_ header: JSONObject, _ claims: JSONObject, by key: SigningKey) throws -> String {
  try handmadeJWT(header, Array(claims.serialized()), by: key)
}

/// The same with claims that need not be JSON.
func handmadeJWT(_ header: JSONObject, _ claims: [UInt8], by key: SigningKey) throws -> String {
  let signed = Base64URL.encode(header.serialized()) + "." + Base64URL.encode(claims)
  return signed + "." + Base64URL.encode(try key.signature(for: Array(signed.utf8)))
}

extension TestClock {
  /// A NumericDate this number of seconds from now.
  func seconds(_ offset: Int = 0) -> JSONValue {
    .number(JSONNumber(Int(now.timeIntervalSince1970) + offset))
  }
}

extension JSONObject {
  /// The same object with members changed; nil takes one out.
  func with(_ changes: KeyValuePairs<String, JSONValue?>) -> JSONObject {
    var changed = self
    for (name, value) in changes { changed[name] = value }
    return changed
  }
}
