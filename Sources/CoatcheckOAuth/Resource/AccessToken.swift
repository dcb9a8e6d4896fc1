// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// An access token that a resource server has validated: who may do what with it.
///
/// ``AccessTokenRules`` creates it from a JWT, `init(introspected:)` from an introspection response about a
/// token that only the authorization server can read.
public struct AccessToken: Sendable {
  /// `iss`: the issuer of the token; nil when it is not known.
  public let issuer: Issuer?
  /// `sub`: the user, or the client for a token of the client credentials grant.
  public let subject: String?
  /// `client_id`: the client to which the token was issued.
  public let clientID: String?
  /// `scope`: the scopes of the token.
  public let scopes: [Scope]
  /// `aud`: the resource servers that the token is for.
  public let audience: [String]
  /// `iat`: when the token was issued.
  public let issuedAt: Date?
  /// `exp`: when the token expires.
  public let expiresAt: Date?
  /// `auth_time`: when the user signed in.
  public let authTime: Date?
  /// `acr`: how the user signed in, as an authentication context class.
  public let acr: String?
  /// `cnf`: the key or certificate that the token is bound to; nil for a bearer token.
  public let confirmation: TokenConfirmation?
  /// All claims of the token.
  public let claims: JSONObject

  init(claims: JSONObject, issuer: Issuer?, audience: [String]) throws(OAuthError) {
    self.issuer = issuer
    self.audience = audience
    self.claims = claims
    subject = claims["sub"]?.stringValue
    clientID = claims["client_id"]?.stringValue
    scopes = try Self.scopes(of: claims)
    issuedAt = try Self.time("iat", in: claims)
    expiresAt = try Self.time("exp", in: claims)
    authTime = try Self.time("auth_time", in: claims)
    acr = claims["acr"]?.stringValue
    do throws(OAuthError) {
      confirmation = try TokenConfirmation(in: claims)
    } catch {
      throw Self.invalid("cnf", "The access token is bound in a way that is not known here.")
    }
  }

  /// RFC 8693 §4.2: "The value of the scope claim is a JSON string containing a space-separated list of
  /// scopes". Some authorization servers write an array.
  private static func scopes(of claims: JSONObject) throws(OAuthError) -> [Scope] {
    switch claims["scope"] {
    case nil, .null: return []
    case .string(let text): return Scope.list(text)
    case .array(let values):
      let texts = values.compactMap(\.stringValue)
      if texts.count == values.count { return texts.flatMap { Scope.list($0) } }
    default: break
    }
    throw invalid("scope", "The access token's scopes cannot be read.")
  }

  static func time(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date? {
    try NumericDate.read(
      name, in: claims,
      orThrow: invalid(name, "A time in the access token is not a usable number."))
  }

  /// RFC 6750 §3.1: "The access token provided is expired, revoked, malformed, or invalid for other
  /// reasons. The resource SHOULD respond with the HTTP 401 (Unauthorized) status code."
  @Sendable
  static func invalid(_ claim: String, _ reason: String) -> OAuthError {
    .refused(.invalidToken, reason, parameter: claim)
  }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
  /// The client id and the scopes.
  public var description: String {
    "AccessToken(client: \(clientID ?? "unknown"), scope: \(Scope.text(scopes)))"
  }
  /// The client id, the scopes and the names of the claims.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["clientID": clientID as Any, "scopes": scopes, "claims": claims.names]
        as KeyValuePairs<String, Any>)
  }
}
