// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules of a resource server for a JWT access token.
///
/// The signature comes first: only a `VerifiedJWT` can be checked.
/// [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4).
public struct AccessTokenRules: Sendable {
  /// Who must have made it.
  public let issuer: Issuer
  /// The names of this resource, one of which it must be for.
  public let audiences: Set<String>
  /// The algorithms it may be signed with.
  public let algorithms: Set<SignatureAlgorithm>
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// The time.
  public let now: Date

  /// The rules for one token.
  ///
  /// - Parameters:
  ///   - issuer: Who must have made it.
  ///   - audiences: The names of this resource, one of which it must be for.
  ///   - algorithms: Those the issuer is expected to sign with.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - now: The time.
  /// - Throws: `misused` naming `audiences`, `algorithms` or `leeway`.
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

  /// Checks a token against every rule.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidToken``, naming the claim. Nothing may be done for its
  ///   bearer then.
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
