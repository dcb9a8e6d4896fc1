// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Expects members of an object; nil means that the object has no such member.
func expect(
  _ json: JSONObject, has members: KeyValuePairs<String, JSONValue?>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (name, value) in members {
    #expect(json[name] == value, "\(name)", sourceLocation: sourceLocation)
  }
}
