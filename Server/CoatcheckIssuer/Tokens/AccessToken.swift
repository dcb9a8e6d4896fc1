// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// An access token of this server: a JWT of type `at+jwt`, always signed with ES256.
///
/// The claim `grant_id` names the family, so that the endpoints of this server recognize a revoked token at
/// once; other resource servers may accept it until it expires. [RFC 9068
/// §2](https://www.rfc-editor.org/rfc/rfc9068#section-2)
struct AccessToken: Sendable {
  let subject: String
  let clientID: String
  let scopes: [String]
  let familyID: String?
  /// The `aud` claim; one value at least.
  let audience: [String]
  /// The thumbprint of the key it is bound to; nil for a bearer token.
  let jkt: String?
  /// The `act` claim of a token that was exchanged: the client that acts for the subject.
  let actor: JSONObject?
  /// When the user authenticated; nil for a token without a user.
  var authTime: Date?
  /// The `jti` claim.
  let id: String
  let issuedAt: Date
  let expiresAt: Date

  /// The audiences that are accepted.
  enum Audience {
    /// Only ``IssuerSettings/audience``.
    case own
    /// Any audience.
    case any
  }

  /// The claims of the token: the required "iss", "exp", "aud", "sub", "client_id", "iat" and "jti", and
  /// those that are set.
  func claims(issuer: Issuer) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(issuer.text),
      // "If the request includes a "resource" parameter … the resulting JWT access token "aud" claim
      // SHOULD have the same value as the "resource" parameter in the request."
      "aud": audience.count == 1
        ? .string(audience[0]) : .array(audience.map(JSONValue.string)),
      "sub": .string(subject),
      "client_id": .string(clientID),
      "iat": .seconds(issuedAt),
      "exp": .seconds(expiresAt),
      "jti": .string(id),
      "scope": .string(scopes.joined(separator: " ")),
    ]
    // "the JWK Thumbprint confirmation method … jkt". https://www.rfc-editor.org/rfc/rfc9449#section-6.1
    if let jkt { claims["cnf"] = .object(TokenConfirmation(thumbprint: jkt).json) }
    claims["act"] = actor.map(JSONValue.object)
    // "auth_time", "acr" and "amr": a resource server that requires a stronger or newer sign-in checks
    // these. https://www.rfc-editor.org/rfc/rfc9068#section-2.2.1
    if let authTime {
      claims["auth_time"] = .seconds(authTime)
      claims["acr"] = .string(AuthenticationContext.password)
      claims["amr"] = .array(AuthenticationContext.passwordMethods.map(JSONValue.string))
    }
    return claims
  }

  func signed(by ring: KeyRing, for server: AuthorizationServer) throws -> Secret {
    var claims = claims(issuer: server.settings.issuer)
    if let familyID { claims["grant_id"] = .string(familyID) }
    guard let key = ring.active[.es256] else {
      throw ServerFailure(reason: "No ES256 key is active.")
    }
    // "JWT access tokens MUST include this media type in the "typ" header parameter".
    return Secret(try key.sign(claims, type: "at+jwt"))
  }

  /// Verifies a presented token.
  ///
  /// - Returns: Nil unless it is an access token of this server for this audience that has not expired.
  init?(
    _ presented: Secret, ring: KeyRing, settings: IssuerSettings, now: Date,
    audience: Audience = .own
  ) {
    let token = ring.verified.token(presented, of: settings.issuer) {
      AccessToken(verifying: presented, by: ring, of: settings.issuer)
    }
    // "The resource server MUST validate that the "aud" claim contains a resource indicator value
    // corresponding to an identifier the resource server expects for itself."
    guard let token, now < token.expiresAt,
      audience == .any || token.audience.contains(settings.audience)
    else { return nil }
    self = token
  }

  /// Verifies the signature, the type and the issuer of a token, which may have expired.
  private init?(verifying presented: Secret, by ring: KeyRing, of issuer: Issuer) {
    guard let unverified = try? UnverifiedJWT(presented.reveal()),
      // An ID token has the same issuer and keys, and must not be accepted as an access token.
      // "The resource server MUST verify that the "typ" header value is "at+jwt"".
      unverified.header.hasType("at+jwt"),
      let jwt = try? unverified.verified(by: ring.verification, accepting: [.es256]),
      jwt.claims["iss"]?.stringValue == issuer.text,
      let subject = jwt.claims["sub"]?.stringValue,
      let clientID = jwt.claims["client_id"]?.stringValue,
      let issued = jwt.claims["iat"]?.doubleValue, let expires = jwt.claims["exp"]?.doubleValue,
      let id = jwt.claims["jti"]?.stringValue
    else { return nil }
    self.subject = subject
    self.clientID = clientID
    audience =
      jwt.claims["aud"]?.arrayValue?.compactMap(\.stringValue)
      ?? [jwt.claims["aud"]?.stringValue].compactMap(\.self)
    self.id = id
    scopes = Scope.list(jwt.claims["scope"]?.stringValue ?? "").map(\.rawValue)
    familyID = jwt.claims["grant_id"]?.stringValue
    jkt = jwt.claims["cnf"]?.objectValue?["jkt"]?.stringValue
    actor = jwt.claims["act"]?.objectValue
    authTime = jwt.claims["auth_time"]?.doubleValue.map(Date.init(timeIntervalSince1970:))
    issuedAt = Date(timeIntervalSince1970: issued)
    expiresAt = Date(timeIntervalSince1970: expires)
  }

  init(
    subject: String, clientID: String, scopes: [String], familyID: String?, audience: [String],
    jkt: String?, actor: JSONObject? = nil, id: String, issuedAt: Date, expiresAt: Date
  ) {
    self.subject = subject
    self.clientID = clientID
    self.scopes = scopes
    self.familyID = familyID
    self.audience = audience
    self.jkt = jkt
    self.actor = actor
    self.id = id
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }
}

extension JSONValue {
  /// A NumericDate in whole seconds.
  static func seconds(_ date: Date) -> JSONValue {
    .number(JSONNumber(Int(date.timeIntervalSince1970.rounded(.down))))
  }
}

extension AccessToken {
  /// Whether a client is a resource server that the token is for.
  func isAccepted(by client: RegisteredClient) -> Bool {
    audience.contains { name in client.metadata.answersFor.contains { $0.isExactly(name) } }
  }
}
