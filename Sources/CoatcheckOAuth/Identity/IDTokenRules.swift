// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules for an ID token.
///
/// The signature comes first: only a `VerifiedJWT` can be checked. The rules are applied in the
/// order of the specification.
/// [OIDC Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
public struct IDTokenRules: Sendable {
  /// Who must have made it.
  public let issuer: Issuer
  /// Whom it must be for.
  public let clientID: String
  /// What it must repeat; nil when nothing was sent, as after a refresh.
  public let nonce: Secret?
  /// The access token it came with.
  public var accessToken: Secret?
  /// The code it came with.
  public var code: Secret?
  /// The state it came with.
  public var state: Secret?
  /// What it has to be bound to.
  public var requiredHashes: Set<IDTokenHash> = []
  /// The algorithm of a secret that the client is registered for by name; nil takes no such token.
  public var macAlgorithm: MACAlgorithm?
  /// The requested maximum age of the user's sign-in, in seconds.
  public var maxAge: Int?
  /// The classes of authentication of which it must name one; empty when none were demanded.
  public var essentialACRs: [String] = []
  /// The algorithms it may be signed with.
  public let algorithms: Set<SignatureAlgorithm>
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// Others it may be for as well.
  public var trustedAudiences: Set<String> = []
  /// The time.
  public let now: Date

  /// The rules for one token.
  ///
  /// - Parameters:
  ///   - issuer: Who must have made it.
  ///   - clientID: Whom it must be for.
  ///   - nonce: The nonce of the transaction; nil only where none was sent.
  ///   - algorithms: Those the issuer is expected to sign with.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - now: The time.
  /// - Throws: `misused` naming `leeway` or `algorithms`.
  public init(
    issuer: Issuer, clientID: String, nonce: Secret?,
    algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .ps256, .edDSA],
    leeway: TimeInterval = 30, now: Date
  ) throws(OAuthError) {
    try JWTChecks.validate(leeway: leeway, algorithms)
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
    self.algorithms = algorithms
    self.leeway = leeway
    self.now = now
  }

  /// Checks a token against every rule.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/idTokenInvalid`` or
  ///   ``OAuthError/Code/nonceMismatch``, naming the claim. The user is not signed in then.
  public func check(_ token: VerifiedJWT) throws(OAuthError) -> IDToken {
    try check(SignedClaims(token))
  }

  /// Checks a token that is authenticated by the client secret against every rule.
  ///
  /// - Throws: As ``check(_:)-(VerifiedJWT)``, also when ``macAlgorithm`` is not the token's.
  public func check(_ token: VerifiedMACToken) throws(OAuthError) -> IDToken {
    try check(SignedClaims(token))
  }

  private func check(_ token: SignedClaims) throws(OAuthError) -> IDToken {
    if let maxAge, maxAge < 0 { throw .misused("maxAge", "The maximum age is negative.") }
    for check in Self.checks { try check.run(self, token) }
    return try IDToken(checks(token.claims), issuer: issuer, hash: token.algorithm.hash)
  }

  /// How many audiences are read; a list of thousands is no honest token's.
  private static let maximumAudience = 100

  /// RFC 7519 §4.1.3: "In the general case, the "aud" value is an array of case-sensitive strings
  /// […] In the special case when the JWT has one audience, the "aud" value MAY be a single
  /// case-sensitive string."
  static func audience(of claims: JSONObject) throws(OAuthError) -> [String] {
    switch claims["aud"] {
    case .string(let one): return [one]
    case .array(let values) where (1...maximumAudience).contains(values.count):
      let texts = values.compactMap(\.stringValue)
      if texts.count == values.count { return texts }
    default: break
    }
    throw .unreadable(
      .idTokenInvalid, "The ID token's audience is not a list of texts.", parameter: "aud")
  }
}
