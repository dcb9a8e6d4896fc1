// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// All tokens that descend from one sign-in of one user at one client.
///
/// A second device is a second family. Revoking a family makes every refresh token in it invalid, and its
/// access tokens at every endpoint of this server.
/// [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
public struct RefreshFamily: Sendable, Equatable {
  /// The identifier, which is in the access tokens as well.
  public let id: String
  /// The identifier of the client that the tokens were issued to.
  public let clientID: String
  /// The identifier of the user who signed in.
  public let userID: String
  /// The granted scopes. A refresh with fewer scopes does not change them.
  public let scopes: [String]
  /// When the family was opened.
  public let createdAt: Date
  /// The first moment at which the family is expired, however often its tokens were rotated.
  public let absoluteExpiry: Date
  /// When the user authenticated (`auth_time`).
  public let authTime: Date
  /// The `nonce` of the authorization request; nil without one.
  public let nonce: String?
  /// When the family was revoked; nil when it is not. An expired family is not revoked by that.
  public let revokedAt: Date?
  /// Why it was revoked, in one word for logs.
  public let revocationReason: String?
  /// The login session it was issued in: ``LoginSession/sid``; nil without one.
  public let sessionID: String?
  /// What its tokens are bound to besides client, user and scopes.
  public let context: GrantContext

  /// Creates the record of a family. Times are wall clock times; a store keeps whole milliseconds.
  ///
  /// - Parameters:
  ///   - id: The identifier; no other family has it.
  ///   - clientID: The identifier of the client that the tokens are issued to.
  ///   - userID: The identifier of the user who signed in.
  ///   - scopes: The granted scopes.
  ///   - createdAt: When the family is opened.
  ///   - absoluteExpiry: The first moment at which it is expired, however often its tokens are rotated.
  ///   - authTime: When the user authenticated.
  ///   - nonce: The `nonce` of the authorization request; nil without one.
  ///   - revokedAt: When it was revoked; nil when it is not.
  ///   - revocationReason: Why it was revoked, in one word for logs; nil when it is not.
  ///   - sessionID: The ``LoginSession/sid`` of the login session it was issued in; nil without one.
  ///   - context: What its tokens are bound to besides; nothing unless given.
  public init(
    id: String, clientID: String, userID: String, scopes: [String], createdAt: Date,
    absoluteExpiry: Date, authTime: Date, nonce: String?, revokedAt: Date? = nil,
    revocationReason: String? = nil, sessionID: String? = nil,
    context: GrantContext = GrantContext()
  ) {
    self.id = id
    self.clientID = clientID
    self.userID = userID
    self.scopes = scopes
    self.createdAt = createdAt
    self.absoluteExpiry = absoluteExpiry
    self.authTime = authTime
    self.nonce = nonce
    self.revokedAt = revokedAt
    self.revocationReason = revocationReason
    self.sessionID = sessionID
    self.context = context
  }
}
