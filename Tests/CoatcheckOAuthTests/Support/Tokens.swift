// SPDX-License-Identifier: Apache-2.0

import TestSupport

extension JSONObject {
  /// These members with some changed; nil removes one.
  func changing(_ changes: [String: JSONValue?]) -> JSONObject {
    var changed = self
    for (name, value) in changes { changed[name] = value }
    return changed
  }

  /// These members and those of another object, which replace members of the same name.
  func adding(_ members: JSONObject) -> JSONObject {
    changing(Dictionary(uniqueKeysWithValues: members.map { ($0, $1) }))
  }
}

extension SigningKey {
  /// The set of this key alone.
  var keySet: VerificationKeySet { VerificationKeySet(JWKSet(keys: [publicJWK])) }

  /// A token that this key signed.
  func verified(_ token: String) throws(JOSEError) -> VerifiedJWT {
    try UnverifiedJWT(token).verified(by: keySet, accepting: [algorithm])
  }
}

/// The text of a value by its descriptions and `dump`.
func printed(_ value: some Any) -> String {
  var text = "\(value) \(String(reflecting: value))"
  dump(value, to: &text)
  return text
}

/// Thrown by a test that got another case of an enumeration.
struct OtherCase: Error {}
