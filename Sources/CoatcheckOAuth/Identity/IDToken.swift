// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// An ID token that passed every rule of `IDTokenRules`.
///
/// [OIDC Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken).
public struct IDToken: Sendable {
  /// Who says so.
  public let issuer: Issuer
  /// Who signed in: never reassigned by this issuer, at most 255 ASCII characters.
  public let subject: String
  /// Whom it is for, this client among them.
  public let audience: [String]
  /// When it was made.
  public let issuedAt: Date
  /// When it ends. A session may last longer.
  public let expiresAt: Date
  /// When the user signed in, if the issuer states it.
  public let authTime: Date?
  /// How the user was authenticated, if the issuer states it.
  public let authenticationContext: String?
  /// All claims.
  public let claims: JSONObject
  /// The hash of the algorithm it was signed by, which its hashes of other things are made by.
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
