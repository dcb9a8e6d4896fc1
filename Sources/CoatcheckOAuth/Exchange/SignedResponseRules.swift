// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules for a signed JWT that a server returns instead of a JSON object: a UserInfo or an
/// introspection response.
///
/// The signature comes first: only a `VerifiedJWT` can be checked.
public struct SignedResponseRules: Sendable {
  /// The issuer that the JWT must name in its claim `iss`.
  public let issuer: Issuer
  /// The audience that the JWT must name in its claim `aud`: the id of the client or the resource server
  /// that sent the request.
  public let audience: String
  /// The accepted signature algorithms, as registered.
  public let algorithms: Set<SignatureAlgorithm>
  /// The maximum difference of the clocks, in seconds.
  public let leeway: TimeInterval
  /// The wall-clock time of the check.
  public let now: Date

  /// Creates the rules for one response.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that the JWT must name in its claim `iss`.
  ///   - audience: The id of the client or the resource server that sent the request: the claim `aud`.
  ///   - algorithms: The accepted signature algorithms, preferably only the registered one.
  ///   - leeway: The maximum difference of the clocks, from 0 to 600 seconds.
  ///   - now: The wall-clock time of the check.
  /// - Throws: `misused`: naming `leeway` when it is out of range, `algorithms` when the set is empty.
  public init(
    issuer: Issuer, audience: String, algorithms: Set<SignatureAlgorithm> = [.rs256],
    leeway: TimeInterval = 30, now: Date
  ) throws(OAuthError) {
    try JWTChecks.validate(leeway: leeway, algorithms)
    self.issuer = issuer
    self.audience = audience
    self.algorithms = algorithms
    self.leeway = leeway
    self.now = now
  }

  /// Checks issuer, audience and signature algorithm.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/signedAnswerInvalid``, naming the claim. Nothing in the JWT
  ///   may be used then.
  func checkParties(of token: VerifiedJWT) throws(OAuthError) {
    let checks = checks(of: token)
    try checks.checkAlgorithm(algorithms.contains(token.header.algorithm))
    try checks.checkIssuer(issuer.text)
    try checks.checkAudience(audience)
  }

  /// Checks the times that are present.
  func checkTimes(of token: VerifiedJWT) throws(OAuthError) {
    let checks = checks(of: token)
    if token.claims["exp"] != nil { try checks.checkExpiry() }
    try checks.checkStart("iat")
    try checks.checkStart("nbf")
  }

  func checks(of token: VerifiedJWT) -> JWTChecks {
    JWTChecks(
      claims: token.claims, kind: "The response", now: now, leeway: leeway, error: Self.invalid)
  }

  @Sendable
  static func invalid(_ claim: String, _ reason: String) -> OAuthError {
    .unreadable(.signedAnswerInvalid, reason, parameter: claim)
  }
}

extension OAuthError.Code {
  /// A signed answer is not this issuer's, is not for this client, or breaks another rule.
  public static let signedAnswerInvalid = Self(rawValue: "signed_answer_invalid")
}
