// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules by which a resource server validates a JWT access token.
///
/// The signature comes first: only a `VerifiedJWT` can be checked.
/// [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4).
public struct AccessTokenRules: Sendable {
  /// The issuer that must have issued the token.
  public let issuer: Issuer
  /// The names of this resource server, one of which `aud` must contain.
  public let audiences: Set<String>
  /// The algorithms with which the token may be signed.
  public let algorithms: Set<SignatureAlgorithm>
  /// The maximum difference of the clocks, in seconds.
  public let leeway: TimeInterval
  /// The current time of the wall clock.
  public let now: Date

  /// Creates the rules for one token.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that must have issued the token.
  ///   - audiences: The names of this resource server, at least one. `aud` must contain one of them.
  ///   - algorithms: The algorithms with which the issuer signs access tokens, at least one.
  ///   - leeway: The maximum difference of the clocks, from 0 to 600 seconds.
  ///   - now: The current time of the wall clock.
  /// - Throws: `misused` naming `audiences` or `algorithms` when it is empty, or `leeway` when it is out of
  ///   range.
  public init(
    issuer: Issuer, audiences: Set<String>,
    algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .ps256, .edDSA],
    leeway: TimeInterval = 30, now: Date
  ) throws(OAuthError) {
    guard !audiences.isEmpty else {
      throw .misused("audiences", "No token would be for this resource.")
    }
    try JWTChecks.validate(leeway: leeway, algorithms)
    self.issuer = issuer
    self.audiences = audiences
    self.algorithms = algorithms
    self.leeway = leeway
    self.now = now
  }

  /// Validates a verified JWT against every rule: type, algorithm, issuer, audience, required claims and
  /// times.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidToken``, naming the claim that fails. The request must
  ///   not be served then.
  public func check(_ jwt: VerifiedJWT) throws(OAuthError) -> AccessToken {
    // "The resource server MUST verify that the "typ" header value is "at+jwt" or "application/at+jwt" and
    // reject tokens carrying any other value."
    let checks = JWTChecks(
      claims: jwt.claims, kind: "The access token", now: now, leeway: leeway,
      error: AccessToken.invalid)
    try checks.checkType(jwt.header.hasType("at+jwt"))
    try checks.checkAlgorithm(algorithms.contains(jwt.header.algorithm))
    // "The issuer identifier for the authorization server […] MUST exactly match the value of the "iss"
    // claim."
    try checks.checkIssuer(issuer.text)
    let audience = try audience(of: jwt.claims)
    let token = try AccessToken(claims: jwt.claims, issuer: issuer, audience: audience)
    // "sub", "client_id", "iat" and "jti" are required by §2.2.
    for claim in ["sub", "client_id", "jti"] where jwt.claims[claim]?.stringValue?.isEmpty != false
    {
      throw AccessToken.invalid(claim, "The access token lacks a claim.")
    }
    // "The current time MUST be before the time represented by the "exp" claim."
    try checks.checkExpiry()
    _ = try checks.requiredDate("iat")
    try checks.checkStart("iat")
    try checks.checkStart("nbf")
    return token
  }

  /// "The resource server MUST validate that the "aud" claim contains a resource indicator value
  /// corresponding to an identifier the resource server expects for itself."
  private func audience(of claims: JSONObject) throws(OAuthError) -> [String] {
    let listed: [String]
    do throws(OAuthError) {
      listed = try IDTokenRules.audience(of: claims)
    } catch {
      throw AccessToken.invalid("aud", "The access token's audience is not a list of texts.")
    }
    guard listed.contains(where: { one in audiences.contains { $0.isExactly(one) } }) else {
      throw AccessToken.invalid("aud", "The access token is for another resource.")
    }
    return listed
  }
}
