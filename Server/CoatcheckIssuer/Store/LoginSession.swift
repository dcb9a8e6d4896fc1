// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// A login session: a browser in which a user is signed in at this server.
public struct LoginSession: Sendable, Equatable {
  /// The digest of the cookie's value, by which the session is found.
  public let digest: TokenDigest
  /// The identifier of the user.
  public let userID: String
  /// When the user authenticated, by the wall clock.
  public let authTime: Date
  /// The first moment at which the session is expired, by the wall clock.
  public let expiresAt: Date
  /// The identifier that clients receive (`sid`). It does not give access to the session.
  public let sid: String

  /// Creates a login session.
  ///
  /// - Parameters:
  ///   - digest: The digest of the cookie's value.
  ///   - userID: The identifier of the user.
  ///   - authTime: When the user authenticated, by the wall clock.
  ///   - expiresAt: The first moment at which the session is expired, by the wall clock.
  ///   - sid: The identifier that clients receive. Nil for ``TokenDigest/hex`` of the digest, which
  ///     sessions of older versions have.
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
