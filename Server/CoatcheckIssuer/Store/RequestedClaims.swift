// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// The claims that a client requested by name with the `claims` parameter, and may receive.
///
/// [OIDC Core §5.5](https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter)
public struct RequestedClaims: Sendable, Equatable {
  /// The names of the claims for the ID token.
  public var idToken: [String]
  /// The names of the claims for the userinfo response.
  public var userInfo: [String]

  /// Creates a list of requested claims.
  ///
  /// - Parameters:
  ///   - idToken: The names of the claims for the ID token; none unless given.
  ///   - userInfo: The names of the claims for the userinfo response; none unless given.
  public init(idToken: [String] = [], userInfo: [String] = []) {
    self.idToken = idToken
    self.userInfo = userInfo
  }

  /// The names of all requested claims.
  var names: [String] { idToken + userInfo }

  /// The scopes that the claims belong to, for the consent page.
  var scopes: [String] {
    ReleaseClaims.claims.filter { !Set($0.value).isDisjoint(with: names) }.keys.sorted()
  }

  /// The stored form; nil when no claim is requested.
  var json: JSONObject? {
    var json = JSONObject()
    if !idToken.isEmpty { json["id_token"] = .array(idToken.map(JSONValue.string)) }
    if !userInfo.isEmpty { json["userinfo"] = .array(userInfo.map(JSONValue.string)) }
    return json.isEmpty ? nil : json
  }

  /// Reads what ``json`` wrote.
  init(json: JSONObject?) {
    idToken = json?["id_token"]?.arrayValue?.compactMap(\.stringValue) ?? []
    userInfo = json?["userinfo"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
