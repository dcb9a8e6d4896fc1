// SPDX-License-Identifier: Apache-2.0
package import CoatcheckJOSE

/// What the tokens of a grant are bound to, besides client, user and scopes.
///
/// A code hands it to its family, and a family to each of its tokens.
public struct GrantContext: Sendable, Equatable {
  /// The thumbprint of the key that must be shown with its tokens
  /// ([RFC 9449 §10](https://www.rfc-editor.org/rfc/rfc9449#section-10)); nil without one.
  public var jkt: String?
  /// The APIs its access tokens may be for
  /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)); empty for the issuer's own
  /// audience.
  public var resources: [String]
  /// The claims that were asked for one by one.
  public var claims: RequestedClaims

  /// Describes what tokens are bound to.
  public init(
    jkt: String? = nil, resources: [String] = [], claims: RequestedClaims = RequestedClaims()
  ) {
    self.jkt = jkt
    self.resources = resources
    self.claims = claims
  }

  /// All texts in it.
  var texts: [String?] { [jkt] + resources + claims.names }

  /// As JSON; nil when it says nothing.
  package var json: JSONObject? {
    var json = JSONObject()
    json["jkt"] = jkt.map(JSONValue.string)
    if !resources.isEmpty { json["resources"] = .array(resources.map(JSONValue.string)) }
    json["claims"] = claims.json.map(JSONValue.object)
    return json.isEmpty ? nil : json
  }

  /// Reads what ``json`` wrote.
  package init(json: JSONObject) {
    jkt = json["jkt"]?.stringValue
    resources = json["resources"]?.arrayValue?.compactMap(\.stringValue) ?? []
    claims = RequestedClaims(json: json["claims"]?.objectValue)
  }
}
