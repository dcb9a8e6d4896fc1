// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What a JWT is held against which a server answers with instead of JSON.
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
    try RuleArguments.check(leeway: leeway, algorithms)
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
    guard algorithms.contains(token.header.algorithm) else {
      throw Self.invalid("alg", "The answer is signed with an algorithm that isn't expected.")
    }
    guard token.claims["iss"]?.stringValue?.isExactly(issuer.text) == true else {
      throw Self.invalid("iss", "The answer was made by another issuer.")
    }
    guard Audience.of(token.claims, includes: audience) else {
      throw Self.invalid("aud", "The answer is for somebody else.")
    }
  }

  /// Checks the times which are there.
  func checkTimes(of token: VerifiedJWT) throws(OAuthError) {
    if let end = try time("exp", in: token.claims), now >= end.addingTimeInterval(leeway) {
      throw Self.invalid("exp", "The answer has expired.")
    }
    for name in ["iat", "nbf"] {
      if let begin = try time(name, in: token.claims), begin > now.addingTimeInterval(leeway) {
        throw Self.invalid(name, "The answer doesn't count yet.")
      }
    }
  }

  func time(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date? {
    try NumericDate.read(
      name, in: claims,
      orThrow: Self.invalid(name, "A time in the answer isn't a usable number."))
  }

  static func invalid(_ claim: String, _ reason: String) -> OAuthError {
    .unreadable(.signedAnswerInvalid, reason, parameter: claim)
  }
}

extension OAuthError.Code {
  /// A signed answer isn't this issuer's, isn't for this client, or breaks another rule.
  public static let signedAnswerInvalid = Self(rawValue: "signed_answer_invalid")
}
