// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// All tokens that descend from one sign-in of one user at one client.
///
/// A second device is a second family. Ending a family ends every refresh token in it, and its
/// access tokens at every endpoint of this server.
/// [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
public struct RefreshFamily: Sendable, Equatable {
  /// The identifier, which access tokens carry as well.
  public let id: String
  /// The client the tokens are for.
  public let clientID: String
  /// The user who signed in.
  public let userID: String
  /// What was granted. A narrower refresh does not change it.
  public let scopes: [String]
  /// When the user signed in here.
  public let createdAt: Date
  /// The first moment at which the family is expired, however often it was rotated.
  public let absoluteExpiry: Date
  /// When the user authenticated.
  public let authTime: Date
  /// The nonce of the authorization request.
  public let nonce: String?
  /// When the family was ended; nil while it lives.
  public let revokedAt: Date?
  /// Why it was ended, in one word for logs.
  public let revocationReason: String?
  /// The browser session it comes from: ``LoginSession/sid``; nil when there was no browser.
  public let sessionID: String?
  /// What its tokens are bound to besides.
  public let context: GrantContext

  /// Describes a family.
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
