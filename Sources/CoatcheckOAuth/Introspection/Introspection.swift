// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The introspection response: what an authorization server states about a token.
///
/// [RFC 7662 §2.2](https://www.rfc-editor.org/rfc/rfc7662#section-2.2).
public struct Introspection: Sendable, Hashable {
  /// `active`: whether the token is valid now, for the requesting resource server.
  public let isActive: Bool
  /// All members but `active`; none about a token that is not active.
  public let claims: JSONObject

  private init(isActive: Bool, claims: JSONObject) {
    self.isActive = isActive
    var claims = claims
    claims[Self.activeMember] = nil
    self.claims = claims
  }

  /// The response for a token that is not active. The reason is never stated.
  public static let inactive = Introspection(isActive: false, claims: [:])

  /// The response for an active token.
  ///
  /// - Parameter claims: The other members of the response, without `active`.
  public static func active(_ claims: JSONObject) -> Introspection {
    Introspection(isActive: true, claims: claims)
  }

  static let activeMember = "active"

  /// Reads an introspection response.
  ///
  /// - Parameter json: The object of the response.
  /// - Throws: `unreadable`, ``OAuthError/Code/replyMalformed`` naming `active`, when it is missing or not
  ///   a Boolean. The token must not be accepted then.
  public init(parsing json: JSONObject) throws(OAuthError) {
    // "REQUIRED. Boolean indicator": other types, such as a string "false", are refused.
    guard let isActive = json[Self.activeMember]?.boolValue else {
      throw .unreadable(
        .replyMalformed, "The answer does not say whether the token is active.",
        parameter: Self.activeMember)
    }
    self = isActive ? .active(json) : .inactive
  }

  /// The response as a JSON object. For a token that is not active it is `{"active":false}` only.
  ///
  /// [RFC 7662 §2.2](https://www.rfc-editor.org/rfc/rfc7662#section-2.2): "the authorization server SHOULD
  /// NOT include any additional information about an inactive token, including why the token is inactive."
  public var json: JSONObject {
    var json: JSONObject = [Self.activeMember: .bool(isActive)]
    for (name, value) in claims where isActive { json[name] = value }
    return json
  }

  /// `scope`: the scopes of the token; empty when the response has none.
  public var scopes: [Scope] { Scope.list(claims["scope"]?.stringValue ?? "") }
  /// `client_id`: the client to which the token was issued.
  public var clientID: String? { claims["client_id"]?.stringValue }
  /// `sub`: the user, or the client for a token of the client credentials grant.
  public var subject: String? { claims["sub"]?.stringValue }
  /// `username`: the name of the user, for display.
  public var username: String? { claims["username"]?.stringValue }
  /// `token_type`: the type of the token, such as `Bearer` or `DPoP`.
  public var tokenType: String? { claims["token_type"]?.stringValue }
  /// `iss`: the issuer of the token.
  public var issuer: String? { claims["iss"]?.stringValue }
  /// `jti`: the identifier of the token.
  public var tokenID: String? { claims["jti"]?.stringValue }
  /// `aud`: the resource servers that the token is for; empty when the response has none.
  public var audience: [String] {
    switch claims["aud"] {
    case .string(let one): [one]
    case .array(let several): several.compactMap(\.stringValue)
    default: []
    }
  }
  /// `exp`: when the token expires; unknown when the response has no `exp`.
  public var expiry: Expiry {
    claims["exp"]?.doubleValue.map { .at(Date(timeIntervalSince1970: $0)) } ?? .unknown
  }
  /// `iat`: when the token was issued.
  public var issuedAt: Date? { Self.date(claims["iat"]) }
  /// `nbf`: when the token becomes valid.
  public var notBefore: Date? { Self.date(claims["nbf"]) }
  /// `auth_time`: when the user signed in ([RFC 9470 §6.2](https://www.rfc-editor.org/rfc/rfc9470#section-6.2)).
  public var authTime: Date? { Self.date(claims["auth_time"]) }
  /// `acr`: how the user was authenticated, as an authentication context class.
  public var acr: String? { claims["acr"]?.stringValue }
  /// `cnf`: the key that the token is bound to
  /// ([RFC 7800 §3.1](https://www.rfc-editor.org/rfc/rfc7800#section-3.1)): `jkt` for DPoP, `x5t#S256` for
  /// a certificate. ``TokenConfirmation/init(in:)`` reads it.
  public var confirmation: JSONObject? { claims["cnf"]?.objectValue }
  /// `authorization_details`, empty without such a member
  /// ([RFC 9396 §9.2](https://www.rfc-editor.org/rfc/rfc9396#section-9.2)).
  public var authorizationDetails: [JSONObject] {
    claims["authorization_details"]?.arrayValue?.compactMap(\.objectValue) ?? []
  }

  private static func date(_ value: JSONValue?) -> Date? {
    value?.doubleValue.map(Date.init(timeIntervalSince1970:))
  }
}
