// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// The sessions of a user that ended, so that clients can be notified.
public struct EndedUser: Sendable, Equatable {
  /// The login sessions that ended, as they were, in the byte order of their digests, without expired
  /// ones.
  public let logins: [LoginSession]
  /// The token families that ended, as they are after the end, the oldest first.
  public let families: [RefreshFamily]

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - logins: The login sessions that ended, in the byte order of their digests.
  ///   - families: The token families that ended, the oldest first.
  public init(logins: [LoginSession], families: [RefreshFamily]) {
    self.logins = logins
    self.families = families
  }
}
