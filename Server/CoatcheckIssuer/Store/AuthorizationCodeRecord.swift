// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// An authorization code and everything it is bound to.
///
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2)
public struct AuthorizationCodeRecord: Sendable, Equatable {
  /// The digest of the code.
  public let digest: TokenDigest
  /// The client it was issued to.
  public let clientID: String
  /// The user who signed in.
  public let userID: String
  /// The redirect URI of the authorization request.
  public let redirectURI: String
  /// What was granted.
  public let scopes: [String]
  /// The value the ID token repeats, if the client sent one.
  public let nonce: String?
  /// The S256 challenge; empty when the request had none.
  public let codeChallenge: String
  /// When the user authenticated.
  public let authTime: Date
  /// When the code was made.
  public let issuedAt: Date
  /// The first moment at which it is no longer good.
  public let expiresAt: Date
  /// The browser session it comes from, if one is kept.
  public let sessionID: String?
  /// What its tokens are bound to besides.
  public let context: GrantContext

  /// Describes a code.
  public init(
    digest: TokenDigest, clientID: String, userID: String, redirectURI: String, scopes: [String],
    nonce: String?, codeChallenge: String, authTime: Date, issuedAt: Date, expiresAt: Date,
    sessionID: String?, context: GrantContext = GrantContext()
  ) {
    self.digest = digest
    self.clientID = clientID
    self.userID = userID
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.nonce = nonce
    self.codeChallenge = codeChallenge
    self.authTime = authTime
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.sessionID = sessionID
    self.context = context
  }
}
