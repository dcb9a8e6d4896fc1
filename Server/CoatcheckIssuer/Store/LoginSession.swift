// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// A browser in which a user is signed in at this issuer.
public struct LoginSession: Sendable, Equatable {
  /// The digest of the cookie's value.
  public let digest: TokenDigest
  /// The user.
  public let userID: String
  /// When the user authenticated.
  public let authTime: Date
  /// The first moment at which they must do so again.
  public let expiresAt: Date
  /// The name clients know the session by: `sid`. It opens nothing.
  public let sid: String

  /// Describes a session.
  ///
  /// - Parameters:
  ///   - digest: The digest of the cookie's value.
  ///   - userID: The user.
  ///   - authTime: When the user authenticated.
  ///   - expiresAt: The first moment at which they must do so again.
  ///   - sid: The name clients know the session by. The digest's digits when nil, as sessions had before they had names.
  public init(
    digest: TokenDigest, userID: String, authTime: Date, expiresAt: Date, sid: String? = nil
  ) {
    self.digest = digest
    self.userID = userID
    self.authTime = authTime
    self.expiresAt = expiresAt
    self.sid = sid ?? digest.hex
  }
}
