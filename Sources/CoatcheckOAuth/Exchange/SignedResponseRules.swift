// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules for a JWT that a server returns instead of JSON.
///
/// The signature comes first: only a `VerifiedJWT` can be checked.
public struct SignedResponseRules: Sendable {
  /// Who must have made it.
  public let issuer: Issuer
  /// Whom it must be for: the id of the client or of the API that asked.
  public let audience: String
  /// The algorithms it may be signed with: what was registered.
  public let algorithms: Set<SignatureAlgorithm>
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// The time.
  public let now: Date

  /// The rules for one answer.
  ///
  /// - Parameters:
  ///   - issuer: Who must have made it.
  ///   - audience: The id of the client or of the API that asked.
  ///   - algorithms: What was registered, or several.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - now: The time.
  /// - Throws: `misused` naming `leeway` or `algorithms`.
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

  /// Checks who made it, for whom, and how it is signed.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/signedAnswerInvalid``, naming the claim. Nothing in it may
  ///   be used then.
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
