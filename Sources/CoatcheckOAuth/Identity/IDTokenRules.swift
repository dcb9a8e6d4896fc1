// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What an ID token is held against.
///
/// The signature comes first: only a `VerifiedJWT` can be checked. The rules are the list
/// ``IDTokenRules/all``, in the order of the specification.
/// Specification: [OIDC Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
public struct IDTokenRules: Sendable {
  /// Who must have made it.
  public let issuer: Issuer
  /// Whom it must be for.
  public let clientID: String
  /// What it must repeat; nil when nothing was sent, as after a refresh.
  public let nonce: Secret?
  /// The access token it came with.
  public let accessToken: Secret?
  /// The code it came with.
  public var code: Secret?
  /// The state it came with.
  public var state: Secret?
  /// What it has to be bound to.
  public var requiredHashes: Set<IDTokenHash> = []
  /// The algorithm of a secret that the client is registered for by name; nil takes no such token.
  public var macAlgorithm: MACAlgorithm?
  /// The greatest age of the person's sign-in that was asked for, in seconds.
  public let maxAge: Int?
  /// The classes of authentication of which it must name one; empty when none were demanded.
  public let essentialACRs: [String]
  /// The algorithms it may be signed with.
  public let algorithms: Set<SignatureAlgorithm>
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// Others it may be for as well.
  public let trustedAudiences: Set<String>
  /// The time.
  public let now: Date

  /// The rules for one token.
  ///
  /// - Parameters:
  ///   - issuer: Who must have made it.
  ///   - clientID: Whom it must be for.
  ///   - nonce: The nonce of the transaction; nil only where none was sent.
  ///   - accessToken: The access token it came with, for `at_hash`.
  ///   - maxAge: The `max_age` that was asked for, in seconds.
  ///   - essentialACRs: The classes of authentication that were demanded: one of them must be named.
  ///   - algorithms: Those the issuer is expected to sign with.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - trustedAudiences: Other clients whose name in `aud` is no reason to refuse.
  ///   - now: The time.
  /// - Throws: `misused` naming `leeway`, `algorithms` or `maxAge`.
  public init(
    issuer: Issuer, clientID: String, nonce: Secret?, accessToken: Secret? = nil,
    maxAge: Int? = nil, essentialACRs: [String] = [],
    algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .ps256, .edDSA],
    leeway: TimeInterval = 30, trustedAudiences: Set<String> = [], now: Date
  ) throws(OAuthError) {
    try RuleArguments.check(leeway: leeway, algorithms)
    if let maxAge, maxAge < 0 { throw .misused("maxAge", "The greatest age is negative.") }
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
    self.accessToken = accessToken
    self.maxAge = maxAge
    self.essentialACRs = essentialACRs
    self.algorithms = algorithms
    self.leeway = leeway
    self.trustedAudiences = trustedAudiences
    self.now = now
  }

  /// Holds a token against every rule.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/idTokenInvalid`` or
  ///   ``OAuthError/Code/nonceMismatch``, naming the claim. Nobody is signed in then.
  public func check(_ token: VerifiedJWT) throws(OAuthError) -> IDToken {
    try check(SignedClaims(token))
  }

  /// Holds a token that is authenticated by the client's secret against every rule.
  ///
  /// - Throws: As ``check(_:)-(VerifiedJWT)``, also when ``macAlgorithm`` isn't the token's.
  public func check(_ token: VerifiedMACToken) throws(OAuthError) -> IDToken {
    try check(SignedClaims(token))
  }

  private func check(_ token: SignedClaims) throws(OAuthError) -> IDToken {
    for check in Self.checks { try check.run(self, token) }
    let claims = token.claims
    return IDToken(
      issuer: issuer, subject: claims["sub"]?.stringValue ?? "",
      audience: try Self.audience(of: claims),
      issuedAt: try NumericDate.require("iat", in: claims),
      expiresAt: try NumericDate.require("exp", in: claims),
      authTime: try NumericDate.read("auth_time", in: claims), claims: claims,
      hash: token.algorithm.hash)
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
      .idTokenInvalid, "The ID token's audience isn't a list of texts.", parameter: "aud")
  }
}
