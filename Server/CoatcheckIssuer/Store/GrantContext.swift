// SPDX-License-Identifier: Apache-2.0
package import CoatcheckJOSE

/// What the tokens of a grant are bound to, besides client, user and scopes.
///
/// An authorization code passes it on to its family, and a family to each of its tokens.
public struct GrantContext: Sendable, Equatable {
  /// The JWK thumbprint (`jkt`) of the key that the tokens are bound to
  /// ([RFC 9449 §10](https://www.rfc-editor.org/rfc/rfc9449#section-10)); nil for bearer tokens.
  public var jkt: String?
  /// The resource indicators that its access tokens may be for
  /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)); empty for the issuer's own
  /// audience.
  public var resources: [String]
  /// The claims that were requested by name (`claims`).
  public var claims: RequestedClaims

  /// Creates a context; without arguments the tokens are bound to nothing more.
  ///
  /// - Parameters:
  ///   - jkt: The JWK thumbprint of the key that the tokens are bound to; nil for bearer tokens.
  ///   - resources: The resource indicators that the access tokens may be for; empty for the issuer's own
  ///     audience.
  ///   - claims: The claims that were requested by name.
  public init(
    jkt: String? = nil, resources: [String] = [], claims: RequestedClaims = RequestedClaims()
  ) {
    self.jkt = jkt
    self.resources = resources
    self.claims = claims
  }

  /// All texts in the context, for the checks of ``StoredText``.
  var texts: [String?] { [jkt] + resources + claims.names }

  /// The stored form; nil when all values are empty.
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
