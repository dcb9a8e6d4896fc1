// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// What ended of a user, so that clients can be told.
public struct EndedUser: Sendable, Equatable {
  /// The browser sessions that ended, as they were, in the order of their digests' bytes. Expired ones are not in it.
  public let logins: [LoginSession]
  /// The families that ended, as they are now, the oldest first.
  public let families: [RefreshFamily]

  /// Describes an end.
  public init(logins: [LoginSession], families: [RefreshFamily]) {
    self.logins = logins
    self.families = families
  }
}
