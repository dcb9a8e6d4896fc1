// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// A JWT that says on whose behalf a token is wanted: the assertion of the JWT bearer grant.
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

  /// `iss`: who made the assertion.
  public var issuer: String
  /// `sub`: on whose behalf.
  public var subject: String
  /// `aud`: the authorization server, which alone may accept it.
  public var audience: String
  /// How long it counts, in seconds.
  public var lifetime: TimeInterval
  /// Claims besides.
  public var claims: JSONObject

  /// An assertion to be made.
  ///
  /// - Parameters:
  ///   - issuer: Who makes it.
  ///   - subject: On whose behalf; the issuer's own unless given.
  ///   - audience: The authorization server: its issuer identifier, or what it wants to be called.
  ///   - lifetime: How long it counts, in seconds, from 1 to 3,600.
  ///   - claims: Claims besides; those of the protocol win.
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

  /// The assertion, signed for one use.
  ///
  /// - Parameters:
  ///   - key: The issuer's key.
  ///   - environment: The time and the randomness.
  /// - Throws: `misused` naming the part that is empty, or the key that cannot sign.
  public func signed(
    by key: SigningKey, in environment: RuntimeEnvironment
  ) throws(OAuthError) -> Secret {
    for (name, value) in [("issuer", issuer), ("subject", subject), ("audience", audience)]
    where value.isEmpty { throw .misused(name, "This part of the assertion is empty.") }
    guard (1...3600).contains(lifetime) else {
      throw .misused("lifetime", "An assertion counts from a second to an hour.")
    }
    let now = environment.now().timeIntervalSince1970.rounded(.down)
    var all = claims
    all["iss"] = .string(issuer)
    all["sub"] = .string(subject)
    all["aud"] = .string(audience)
    all["iat"] = .number(JSONNumber(Int(now)))
    all["exp"] = .number(JSONNumber(Int(now + lifetime)))
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
  /// The assertion of a request, once its signature is verified with a key of its issuer.
  public struct Received: Sendable {
    /// `iss`
    public let issuer: String
    /// `sub`
    public let subject: String
    /// `jti`: where there is one, the same must not be accepted twice.
    public let id: String?
    /// `exp`
    public let expiresAt: Date
    /// All claims.
    public let claims: JSONObject

    /// Checks the claims.
    ///
    /// - Parameters:
    ///   - token: The assertion, verified with a key of the issuer that it names.
    ///   - audiences: What this server is called: its issuer identifier, and where it is older its token
    ///     endpoint.
    ///   - now: The time.
    ///   - leeway: How far clocks may differ, in seconds.
    /// - Throws: `refused`, ``OAuthError/Code/invalidGrant``. RFC 7523 §3.1: "If the JWT is not valid […],
    ///   the value of the "error" parameter MUST be the "invalid_grant" error code."
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
      // does not contain its own identity as the intended audience." Of several one would do, and the
      // others could use it here as well: so there must be one.
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
