// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules by which a client validates a logout token.
///
/// The signature comes first: only a `VerifiedJWT` can be checked.
/// [OpenID Connect Back-Channel Logout 1.0 §2.6](https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation).
public struct LogoutTokenRules: Sendable {
  private let issuer: Issuer
  private let clientID: String
  private let algorithms: Set<SignatureAlgorithm>
  private let leeway: TimeInterval
  private let now: Date

  /// The maximum age of a token, in seconds: issuers send it at once.
  public static let maximumAge: TimeInterval = 300

  /// Creates the rules for one token.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that must have made the token.
  ///   - clientID: The `client_id` that `aud` must contain.
  ///   - algorithms: The algorithms with which the issuer signs ID tokens.
  ///   - leeway: The maximum difference of the clocks, from 0 to 600 seconds.
  ///   - now: The current time of the wall clock.
  /// - Throws: `misused` naming `leeway` when it is out of range, or `algorithms` when it is empty.
  public init(
    issuer: Issuer, clientID: String, algorithms: Set<SignatureAlgorithm> = [.rs256],
    leeway: TimeInterval = 30, now: Date
  ) throws(OAuthError) {
    try JWTChecks.validate(leeway: leeway, algorithms)
    self.issuer = issuer
    self.clientID = clientID
    self.algorithms = algorithms
    self.leeway = leeway
    self.now = now
  }

  /// Checks a verified token against every rule except one: the receiver has to reject a `jti` that it has
  /// seen before.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, naming the claim that fails. No session may
  ///   be ended by the token then.
  public func check(_ token: VerifiedJWT) throws(OAuthError) -> LogoutToken {
    let claims = token.claims
    let checks = JWTChecks(
      claims: claims, kind: "The logout token", now: now, leeway: leeway, error: Self.refused)
    // §2.4: "It is RECOMMENDED that Logout Tokens be explicitly typed." Not all issuers do that, so `JWT`
    // and an absent type are accepted as well. Any other type is another kind of token.
    try checks.checkType(
      token.header.type == nil || token.header.hasType(LogoutToken.type)
        || token.header.hasType("JWT"))
    try checks.checkAlgorithm(algorithms.contains(token.header.algorithm))
    try checks.checkIssuer(issuer.text)
    try checks.checkAudience(clientID)
    let issuedAt = try checks.requiredDate("iat")
    try checks.checkStart("iat")
    guard now.timeIntervalSince(issuedAt) <= Self.maximumAge + leeway else {
      throw Self.refused("iat", "The logout token was issued too long ago.")
    }
    let expiresAt = try checks.checkExpiry()
    // "Verify that the Logout Token contains an events Claim whose value is JSON object containing the
    // member name http://schemas.openid.net/event/backchannel-logout."
    guard claims["events"]?.objectValue?[LogoutToken.event]?.objectValue != nil else {
      throw Self.refused("events", "The token tells of something else than a logout.")
    }
    // "Verify that the Logout Token does not contain a nonce Claim." Otherwise an ID token could be
    // accepted as a logout token.
    guard claims["nonce"] == nil else {
      throw Self.refused("nonce", "The token has a nonce, as ID tokens have.")
    }
    let (subject, sessionID) = (try text("sub", claims), try text("sid", claims))
    guard subject != nil || sessionID != nil else {
      throw Self.refused("sub", "The token names neither a user nor a session.")
    }
    guard let id = try text("jti", claims) else {
      throw Self.refused("jti", "The token has no id.")
    }
    return try LogoutToken(
      issuer: issuer, subject: subject, sessionID: sessionID, id: id, issuedAt: issuedAt,
      expiresAt: expiresAt)
  }

  private func text(_ name: String, _ claims: JSONObject) throws(OAuthError) -> String? {
    guard let value = claims[name] else { return nil }
    guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= 1024 else {
      throw Self.refused(name, "A claim is not a text of 1 to 1,024 bytes.")
    }
    return text
  }

  @Sendable
  private static func refused(_ claim: String, _ reason: String) -> OAuthError {
    .refused(.invalidRequest, reason, parameter: claim)
  }
}
