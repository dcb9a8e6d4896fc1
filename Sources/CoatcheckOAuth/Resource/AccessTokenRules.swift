// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What a protected resource holds a JWT access token against.
///
/// The signature comes first: only a `VerifiedJWT` can be checked.
/// Specification: [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4).
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
    try RuleArguments.check(leeway: leeway, algorithms)
    self.issuer = issuer
    self.audiences = audiences
    self.algorithms = algorithms
    self.leeway = leeway
    self.now = now
  }

  /// Holds a token against every rule.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidToken``, naming the claim. Nothing may be done for its
  ///   bearer then.
  public func check(_ jwt: VerifiedJWT) throws(OAuthError) -> AccessToken {
    // "The resource server MUST verify that the "typ" header value is "at+jwt" or "application/at+jwt" and
    // reject tokens carrying any other value."
    guard jwt.header.hasType("at+jwt") else {
      throw AccessToken.invalid("typ", "The token isn't an access token.")
    }
    guard algorithms.contains(jwt.header.algorithm) else {
      throw AccessToken.invalid("alg", "The access token is signed in an unexpected way.")
    }
    // "The issuer identifier for the authorization server […] MUST exactly match the value of the "iss"
    // claim."
    guard let named = jwt.claims["iss"]?.stringValue, named.isExactly(issuer.text) else {
      throw AccessToken.invalid("iss", "The access token is another issuer's.")
    }
    let audience = try audience(of: jwt.claims)
    let token = try AccessToken(claims: jwt.claims, issuer: issuer, audience: audience)
    // "sub", "client_id", "iat" and "jti" are required by §2.2.
    for claim in ["sub", "client_id", "jti"] where jwt.claims[claim]?.stringValue?.isEmpty != false
    {
      throw AccessToken.invalid(claim, "The access token lacks a claim.")
    }
    try checkTimes(of: token)
    return token
  }

  /// "The resource server MUST validate that the "aud" claim contains a resource indicator value
  /// corresponding to an identifier the resource server expects for itself."
  private func audience(of claims: JSONObject) throws(OAuthError) -> [String] {
    let listed: [String]
    do throws(OAuthError) {
      listed = try IDTokenRules.audience(of: claims)
    } catch {
      throw AccessToken.invalid("aud", "The access token's audience isn't a list of texts.")
    }
    guard listed.contains(where: { one in audiences.contains { $0.isExactly(one) } }) else {
      throw AccessToken.invalid("aud", "The access token is for another resource.")
    }
    return listed
  }

  private func checkTimes(of token: AccessToken) throws(OAuthError) {
    // "The current time MUST be before the time represented by the "exp" claim."
    guard let end = token.expiresAt, now < end.addingTimeInterval(leeway) else {
      throw AccessToken.invalid("exp", "The access token has expired.")
    }
    guard let made = token.issuedAt, made <= now.addingTimeInterval(leeway) else {
      throw AccessToken.invalid("iat", "The access token was made in the future.")
    }
    if let start = try AccessToken.time("nbf", in: token.claims),
      start > now.addingTimeInterval(leeway)
    {
      throw AccessToken.invalid("nbf", "The access token doesn't count yet.")
    }
  }
}
