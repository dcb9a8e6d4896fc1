// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// An ID token that passed every rule of `IDTokenRules`.
///
/// [OIDC Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken).
public struct IDToken: Sendable {
  /// `iss`: the issuer of the token.
  public let issuer: Issuer
  /// `sub`: the identifier of the user, 1 to 255 ASCII characters, which the issuer never assigns to
  /// another user.
  public let subject: String
  /// `aud`: the clients that the token is for, this client among them.
  public let audience: [String]
  /// `iat`: when the token was issued, by the clock of the issuer.
  public let issuedAt: Date
  /// `exp`: when the token expires, by the clock of the issuer. A session may last longer.
  public let expiresAt: Date
  /// `auth_time`: when the user was authenticated; nil when the issuer does not state it.
  public let authTime: Date?
  /// `acr`: the authentication context class; nil when the issuer does not state it.
  public let authenticationContext: String?
  /// All claims of the token.
  public let claims: JSONObject
  /// The hash function of the algorithm that the token is signed with. Its hash claims, such as
  /// `at_hash`, are computed with it.
  public let hash: HashAlgorithm

  init(_ checks: JWTChecks, issuer: Issuer, hash: HashAlgorithm) throws(OAuthError) {
    let claims = checks.claims
    self.issuer = issuer
    subject = claims["sub"]?.stringValue ?? ""
    audience = try IDTokenRules.audience(of: claims)
    issuedAt = try checks.requiredDate("iat")
    expiresAt = try checks.requiredDate("exp")
    authTime = try checks.date("auth_time")
    authenticationContext = claims["acr"]?.stringValue
    self.claims = claims
    self.hash = hash
  }
}
