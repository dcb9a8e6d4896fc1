// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What an authorization server says about a token.
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

  /// The token is not good, for whatever reason: a server does not say which.
  public static let inactive = Introspection(isActive: false, claims: [:])

  /// The token is good.
  ///
  /// - Parameter claims: What there is to say about it, `active` left out.
  public static func active(_ claims: JSONObject) -> Introspection {
    Introspection(isActive: true, claims: claims)
  }

  static let activeMember = "active"

  /// Reads an answer.
  ///
  /// - Throws: `unreadable` naming `active`, when that is not true or false.
  public init(parsing json: JSONObject) throws(OAuthError) {
    // "REQUIRED. Boolean indicator": a text "false" must not become anything.
    guard let isActive = json[Self.activeMember]?.boolValue else {
      throw .unreadable(
        .replyMalformed, "The answer does not say whether the token is active.",
        parameter: Self.activeMember)
    }
    self = isActive ? .active(json) : .inactive
  }

  /// The answer. About a token that is not active it is `{"active":false}` and nothing else.
  ///
  /// RFC 7662 §2.2: "the authorization server SHOULD NOT include any additional information about an
  /// inactive token, including why the token is inactive."
  public var json: JSONObject {
    var json: JSONObject = [Self.activeMember: .bool(isActive)]
    for (name, value) in claims where isActive { json[name] = value }
    return json
  }

  /// `scope`: what the token is good for.
  public var scopes: [Scope] { Scope.list(claims["scope"]?.stringValue ?? "") }
  /// `client_id`: the client that it was issued to.
  public var clientID: String? { claims["client_id"]?.stringValue }
  /// `sub`: the user, or for a token of a client's own the client.
  public var subject: String? { claims["sub"]?.stringValue }
  /// `username`: the name of the user.
  public var username: String? { claims["username"]?.stringValue }
  /// `token_type`.
  public var tokenType: String? { claims["token_type"]?.stringValue }
  /// `iss`: who issued it.
  public var issuer: String? { claims["iss"]?.stringValue }
  /// `jti`: its own id.
  public var tokenID: String? { claims["jti"]?.stringValue }
  /// `aud`: the APIs it is for.
  public var audience: [String] {
    switch claims["aud"] {
    case .string(let one): [one]
    case .array(let several): several.compactMap(\.stringValue)
    default: []
    }
  }
  /// `exp`: when it ends.
  public var expiry: Expiry {
    claims["exp"]?.doubleValue.map { .at(Date(timeIntervalSince1970: $0)) } ?? .unknown
  }
  /// `iat`: when it was issued.
  public var issuedAt: Date? { Self.date(claims["iat"]) }
  /// `nbf`: from when on it is good.
  public var notBefore: Date? { Self.date(claims["nbf"]) }
  /// `auth_time`: when the user signed in ([RFC 9470 §6.2](https://www.rfc-editor.org/rfc/rfc9470#section-6.2)).
  public var authTime: Date? { Self.date(claims["auth_time"]) }
  /// `acr`: how the user was authenticated.
  public var acr: String? { claims["acr"]?.stringValue }
  /// `cnf`: the key it is bound to ([RFC 7800](https://www.rfc-editor.org/rfc/rfc7800)): `jkt` for DPoP,
  /// `x5t#S256` for a certificate.
  public var confirmation: JSONObject? { claims["cnf"]?.objectValue }
  /// `authorization_details` ([RFC 9396 §9.2](https://www.rfc-editor.org/rfc/rfc9396#section-9.2)).
  public var authorizationDetails: [JSONObject] {
    claims["authorization_details"]?.arrayValue?.compactMap(\.objectValue) ?? []
  }

  private static func date(_ value: JSONValue?) -> Date? {
    value?.doubleValue.map(Date.init(timeIntervalSince1970:))
  }
}
