// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The claims that an authorization request asks for individually: the `claims` parameter.
///
/// ```swift
/// options.claims.require(acr: ["urn:mace:incommon:iap:silver"])
/// options.claims.userInfo["picture"] = .null
/// ```
///
/// [OIDC Core §5.5](https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter).
public struct ClaimsRequest: Sendable, Hashable {
  /// Requested claims of the ID token, by name: null, or an object with `essential`, `value` or `values`.
  public var idToken: JSONObject = [:]
  /// Requested claims of the UserInfo response, likewise.
  public var userInfo: JSONObject = [:]

  /// Creates a request without claims.
  public init() {}

  /// Requires one of these authentication context classes: the ID token is checked for it.
  ///
  /// - Parameter acr: The accepted values of the claim `acr`, in order of preference.
  public mutating func require(acr: [String]) {
    idToken["acr"] = ["essential": true, "values": .array(acr.map(JSONValue.string))]
  }

  /// The authentication context classes of which the ID token must name one; empty when none are required.
  public var essentialACRs: [String] {
    guard let wish = idToken["acr"]?.objectValue, wish["essential"]?.boolValue == true else {
      return []
    }
    let values = wish["values"]?.arrayValue ?? wish["value"].map { [$0] } ?? []
    return values.compactMap(\.stringValue)
  }

  /// Whether no claims are requested.
  public var isEmpty: Bool { idToken.isEmpty && userInfo.isEmpty }

  static let parameter = "claims"

  /// The value of the parameter `claims`; nil if no claims are requested.
  var json: JSONObject? {
    guard !isEmpty else { return nil }
    var json = JSONObject()
    if !userInfo.isEmpty { json["userinfo"] = .object(userInfo) }
    if !idToken.isEmpty { json["id_token"] = .object(idToken) }
    return json
  }

  /// Reads the parameter `claims` of a request.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``.
  static func read(_ parameters: Parameters) throws(OAuthError) -> ClaimsRequest {
    guard let text = parameters[parameter] else { return ClaimsRequest() }
    guard let json = try? JSONObject(parsing: Array(text.utf8)),
      let idToken = members("id_token", of: json), let userInfo = members("userinfo", of: json)
    else {
      throw .refused(
        .invalidRequest, "The claims are not an object of objects.", parameter: parameter)
    }
    var claims = ClaimsRequest()
    (claims.idToken, claims.userInfo) = (idToken, userInfo)
    return claims
  }

  /// "If present, it lists the claims": each is null or an object.
  private static func members(_ name: String, of json: JSONObject) -> JSONObject? {
    guard let value = json[name] else { return [:] }
    guard let object = value.objectValue,
      object.allSatisfy({ $0.value == .null || $0.value.objectValue != nil })
    else { return nil }
    return object
  }
}
