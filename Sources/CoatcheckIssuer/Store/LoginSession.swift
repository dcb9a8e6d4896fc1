// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A browser in which a person is signed in at this issuer.
public struct LoginSession: Sendable, Equatable {
  /// The digest of the cookie's value.
  public let digest: TokenDigest
  /// The person.
  public let userID: String
  /// When they proved who they are.
  public let authTime: Date
  /// The first moment at which they must do so again.
  public let expiresAt: Date

  /// Describes a session.
  public init(digest: TokenDigest, userID: String, authTime: Date, expiresAt: Date) {
    self.digest = digest
    self.userID = userID
    self.authTime = authTime
    self.expiresAt = expiresAt
  }
}
