// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// A JWT that states on whose behalf a token is requested: the assertion of the JWT bearer grant.
///
/// ```swift
/// // A service account, as Google and Salesforce have them.
/// let assertion = try JWTBearerAssertion(
///   issuer: "svc@project.example", audience: "https://oauth2.example/token"
/// ).signed(by: key, in: .live)
/// ```
///
/// [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3).
public struct JWTBearerAssertion: Sendable {
  /// The `grant_type`.
  public static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  /// `iss`: the issuer of the assertion, such as the id of a service account.
  public var issuer: String
  /// `sub`: the user or account on whose behalf the token is requested.
  public var subject: String
  /// `aud`: the authorization server, which alone may accept the assertion.
  public var audience: String
  /// The lifetime of the assertion, in seconds, from 1 to 3,600.
  public var lifetime: TimeInterval
  /// Additional claims.
  public var claims: JSONObject

  /// Creates the content of an assertion. Nothing is checked before ``signed(by:in:)``.
  ///
  /// - Parameters:
  ///   - issuer: The issuer of the assertion, not empty.
  ///   - subject: The user or account on whose behalf the token is requested; nil for the issuer itself.
  ///   - audience: The authorization server: its issuer identifier, or the value that its documentation
  ///     states.
  ///   - lifetime: The lifetime, in seconds, from 1 to 3,600.
  ///   - claims: Additional claims. They cannot replace those of the protocol.
  public init(
    issuer: String, subject: String? = nil, audience: String, lifetime: TimeInterval = 60,
    claims: JSONObject = [:]
  ) {
    self.issuer = issuer
    self.subject = subject ?? issuer
    self.audience = audience
    self.lifetime = lifetime
    self.claims = claims
  }

  /// Signs the assertion, with a new `jti`: each call makes an assertion for one use.
  ///
  /// - Parameters:
  ///   - key: The private key of the issuer.
  ///   - environment: The clock and the random generator.
  /// - Throws: `misused`: naming `issuer`, `subject` or `audience` when it is empty, `lifetime` when it is
  ///   out of range, `environment` when its clock shows no time, `claims` when the key cannot sign them.
  public func signed(
    by key: SigningKey, in environment: RuntimeEnvironment
  ) throws(OAuthError) -> Secret {
    for (name, value) in [("issuer", issuer), ("subject", subject), ("audience", audience)]
    where value.isEmpty { throw .misused(name, "This part of the assertion is empty.") }
    guard (1...3600).contains(lifetime) else {
      throw .misused("lifetime", "An assertion counts from a second to an hour.")
    }
    let seconds = environment.now().timeIntervalSince1970.rounded(.down)
    let end = (seconds + lifetime).rounded(.down)
    guard let issued = Int(exactly: seconds), let expiry = Int(exactly: end) else {
      throw .misused("environment", "The clock shows no time.")
    }
    var all = claims
    all["iss"] = .string(issuer)
    all["sub"] = .string(subject)
    all["aud"] = .string(audience)
    all["iat"] = .number(JSONNumber(issued))
    all["exp"] = .number(JSONNumber(expiry))
    // "The JWT MAY contain a "jti" (JWT ID) claim that provides a unique identifier for the token."
    all["jti"] = .string(environment.token(bytes: 16))
    do throws(JOSEError) {
      return Secret(try key.sign(all, type: "JWT"))
    } catch {
      throw .misused("claims", "The assertion cannot be signed.")
    }
  }
}

extension JWTBearerAssertion {
  /// The claims of a received assertion, once its signature is verified with a key of its issuer.
  public struct Received: Sendable {
    /// `iss`: the issuer of the assertion.
    public let issuer: String
    /// `sub`: the user or account on whose behalf the token is requested.
    public let subject: String
    /// `jti`: where it is present, the same id must not be accepted twice from this issuer.
    public let id: String?
    /// `exp`: when the assertion expires, by the wall clock.
    public let expiresAt: Date
    /// All claims.
    public let claims: JSONObject

    /// Checks the claims of a verified assertion.
    ///
    /// [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3).
    ///
    /// - Parameters:
    ///   - token: The assertion, verified with a key of the issuer that it names.
    ///   - audiences: The accepted values of `aud`: the issuer identifier of this server, and for older
    ///     clients the URL of its token endpoint.
    ///   - now: The wall-clock time.
    ///   - leeway: The maximum difference of the clocks, in seconds.
    /// - Throws: `refused`, ``OAuthError/Code/invalidGrant``, when a claim is missing or invalid, there is
    ///   more than one audience, or the assertion expires more than an hour from now. RFC 7523 §3.1: "If
    ///   the JWT is not valid […], the value of the "error" parameter MUST be the "invalid_grant" error
    ///   code."
    public init(
      _ token: VerifiedJWT, audiences: [String], now: Date, leeway: TimeInterval = 30
    ) throws(OAuthError) {
      claims = token.claims
      // "The JWT MUST contain an "iss" (issuer) claim", "MUST contain a "sub" (subject) claim".
      guard let issuer = claims["iss"]?.stringValue, let subject = claims["sub"]?.stringValue,
        !issuer.isEmpty, !subject.isEmpty
      else { throw Self.invalid("The assertion does not say who made it, or about whom.") }
      self.issuer = issuer
      self.subject = subject
      // "The JWT MUST contain an "aud" (audience) claim containing a value that identifies the
      // authorization server as an intended audience." "The authorization server MUST reject any JWT that
      // does not contain its own identity as the intended audience." More than one audience is refused,
      // since the other audiences could send the assertion to this server.
      let named = claims["aud"]?.arrayValue ?? [claims["aud"] ?? .null]
      guard named.count == 1, let audience = named.first?.stringValue,
        audiences.contains(where: { $0.isExactly(audience) })
      else { throw Self.invalid("The assertion is for another audience.") }
      id = claims["jti"]?.stringValue
      let times = try Self.times(in: claims)
      guard let end = times.end else { throw Self.invalid("The assertion has no end.") }
      expiresAt = end
      // "The authorization server MUST reject any JWT with an expiration time that has passed".
      guard now < end.addingTimeInterval(leeway) else {
        throw Self.invalid("The assertion has expired.")
      }
      // "It may reject JWTs with an "exp" claim value that is unreasonably far in the future."
      guard end <= now.addingTimeInterval(3600 + leeway) else {
        throw Self.invalid("The assertion lasts too long.")
      }
      let horizon = now.addingTimeInterval(leeway)
      guard times.start.map({ $0 <= horizon }) ?? true, times.issued.map({ $0 <= horizon }) ?? true
      else { throw Self.invalid("The assertion does not count yet.") }
    }

    private static func times(
      in claims: JSONObject
    ) throws(OAuthError) -> (start: Date?, issued: Date?, end: Date?) {
      let refusal = invalid("A time in the assertion is not a usable number.")
      return (
        try NumericDate.read("nbf", in: claims, orThrow: refusal),
        try NumericDate.read("iat", in: claims, orThrow: refusal),
        try NumericDate.read("exp", in: claims, orThrow: refusal)
      )
    }

    private static func invalid(_ reason: String) -> OAuthError {
      .refused(.invalidGrant, reason, parameter: "assertion")
    }
  }
}
