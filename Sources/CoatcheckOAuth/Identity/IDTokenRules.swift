// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules that an ID token has to pass.
///
/// The signature is verified first: only a `VerifiedJWT` or a `VerifiedMACToken` can be checked. The
/// rules are applied in the order of
/// [OIDC Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
public struct IDTokenRules: Sendable {
  /// The issuer that `iss` has to name.
  public let issuer: Issuer
  /// The client id that `aud` has to name.
  public let clientID: String
  /// The nonce that the token has to repeat; nil when none was sent, as in a refresh.
  public let nonce: Secret?
  /// The access token that was received with the ID token. If the ID token has an `at_hash`, it has to
  /// match.
  public var accessToken: Secret?
  /// The authorization code that was received with the ID token. If the ID token has a `c_hash`, it has
  /// to match.
  public var code: Secret?
  /// The `state` that was received with the ID token. If the ID token has an `s_hash`, it has to match.
  public var state: Secret?
  /// The hash claims that the token must have.
  public var requiredHashes: Set<IDTokenHash> = []
  /// The MAC algorithm, keyed with the client secret, that the client is registered for; nil to accept no
  /// token that is authenticated by the client secret.
  public var macAlgorithm: MACAlgorithm?
  /// The maximum age of the authentication of the user, in seconds, as it was requested by `max_age`. If
  /// it is set, the token must have an `auth_time`.
  public var maxAge: Int?
  /// The authentication context classes of which `acr` has to name one; empty when none was requested as
  /// essential.
  public var essentialACRs: [String] = []
  /// The algorithms with which the token may be signed.
  public let algorithms: Set<SignatureAlgorithm>
  /// The maximum difference of the clocks, in seconds.
  public let leeway: TimeInterval
  /// The other client ids that `aud` may name besides ``clientID``.
  public var trustedAudiences: Set<String> = []
  /// The wall-clock time of the check.
  public let now: Date

  /// Creates the rules for one token.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that the token has to name.
  ///   - clientID: The client id that the token has to be for.
  ///   - nonce: The nonce of the transaction; nil only where none was sent.
  ///   - algorithms: The algorithms with which the issuer is expected to sign.
  ///   - leeway: The maximum difference of the clocks, from 0 to 600 seconds.
  ///   - now: The wall-clock time of the check.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument``: naming `leeway` when it is out of range,
  ///   or `algorithms` when it is empty.
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
  /// - Parameter token: The token, with a verified signature.
  /// - Throws: `unreadable`, ``OAuthError/Code/idTokenInvalid`` or ``OAuthError/Code/nonceMismatch``,
  ///   naming the claim or header parameter: the user is not signed in then. `misused` naming `maxAge`
  ///   when it is negative.
  public func check(_ token: VerifiedJWT) throws(OAuthError) -> IDToken {
    try check(SignedClaims(token))
  }

  /// Checks a token that is authenticated by the client secret against every rule.
  ///
  /// - Parameter token: The token, with a verified message authentication code.
  /// - Throws: As ``check(_:)-(VerifiedJWT)``, also when ``macAlgorithm`` is not the token's.
  public func check(_ token: VerifiedMACToken) throws(OAuthError) -> IDToken {
    try check(SignedClaims(token))
  }

  private func check(_ token: SignedClaims) throws(OAuthError) -> IDToken {
    if let maxAge, maxAge < 0 { throw .misused("maxAge", "The maximum age is negative.") }
    for check in Self.checks { try check.run(self, token) }
    return try IDToken(checks(token.claims), issuer: issuer, hash: token.algorithm.hash)
  }

  /// The maximum number of audiences. A token with more is refused.
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
