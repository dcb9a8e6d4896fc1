// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// An access token that a protected resource has checked: who may do what with it.
///
/// ``AccessTokenRules`` makes one of a JWT, `init(introspected:)` of what the issuer says about a token
/// that only the issuer can read.
public struct AccessToken: Sendable {
  /// Whose word it is; nil when an issuer that was asked does not name itself.
  public let issuer: Issuer?
  /// The user, or for a token of a client's own the client.
  public let subject: String?
  /// Which client it was given to.
  public let clientID: String?
  /// What it is good for.
  public let scopes: [Scope]
  /// Which resources it is for.
  public let audience: [String]
  /// When it was made.
  public let issuedAt: Date?
  /// When it ends.
  public let expiresAt: Date?
  /// When the user signed in.
  public let authTime: Date?
  /// How the user signed in: an authentication context class.
  public let acr: String?
  /// The key that its sender has to prove; nil for a bearer token.
  public let confirmation: TokenConfirmation?
  /// All claims.
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
  /// scopes". Some issuers write an array.
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
  /// The client and the scopes.
  public var description: String {
    "AccessToken(client: \(clientID ?? "unknown"), scope: \(Scope.text(scopes)))"
  }
  /// The client, the scopes and the names of the claims.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["clientID": clientID as Any, "scopes": scopes, "claims": claims.names]
        as KeyValuePairs<String, Any>)
  }
}
