// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// An authorization code and everything it is bound to.
///
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2)
public struct AuthorizationCodeRecord: Sendable, Equatable {
  /// The digest of the code.
  public let digest: TokenDigest
  /// The identifier of the client that it was issued to.
  public let clientID: String
  /// The identifier of the user who signed in.
  public let userID: String
  /// The redirect URI of the authorization request.
  public let redirectURI: String
  /// The granted scopes.
  public let scopes: [String]
  /// The `nonce` that the ID token repeats; nil when the client sent none.
  public let nonce: String?
  /// The `code_challenge` (S256, base64url without padding); empty when the request had none.
  public let codeChallenge: String
  /// When the user authenticated (`auth_time`).
  public let authTime: Date
  /// When the code was issued.
  public let issuedAt: Date
  /// The first moment at which it is expired.
  public let expiresAt: Date
  /// The login session it comes from: ``LoginSession/sid``; nil without one.
  public let sessionID: String?
  /// What its tokens are bound to besides client, user and scopes.
  public let context: GrantContext

  /// Creates the record of a code. Times are wall clock times; a store keeps whole milliseconds.
  ///
  /// - Parameters:
  ///   - digest: The digest of the code.
  ///   - clientID: The identifier of the client that it was issued to.
  ///   - userID: The identifier of the user who signed in.
  ///   - redirectURI: The redirect URI of the authorization request.
  ///   - scopes: The granted scopes.
  ///   - nonce: The `nonce` of the request; nil without one.
  ///   - codeChallenge: The `code_challenge` (S256) of the request; empty without one.
  ///   - authTime: When the user authenticated.
  ///   - issuedAt: When the code was issued.
  ///   - expiresAt: The first moment at which it is expired.
  ///   - sessionID: The ``LoginSession/sid`` of the login session it comes from; nil without one.
  ///   - context: What its tokens are bound to besides; nothing unless given.
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
