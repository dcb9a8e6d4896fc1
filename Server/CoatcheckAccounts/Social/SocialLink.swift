// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A link between an identity at a social network and a user, who can sign in with the identity.
///
/// An identity is linked to at most one user, and a user to at most one identity of each network.
public struct SocialLink: Sendable, Equatable {
  /// The identifier of the link: random.
  public let id: String
  /// The identity at the network.
  public let identity: SocialIdentity
  /// The identifier of the user here.
  public let userID: String
  /// The user's name at the network. Untrusted text.
  public var nickname: String?
  /// The address of the user's picture at the network. Untrusted text; it is not fetched.
  public var avatar: String?
  /// The wall clock time at which the link was made.
  public let createdAt: Date
  /// The wall clock time of the last sign-in through the link.
  public var lastUsedAt: Date
  /// The time at which the network reported that the user revoked the permission; nil when it did not.
  public var revokedUpstreamAt: Date?

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - id: The identifier of the link: random.
  ///   - identity: The identity at the network.
  ///   - userID: The identifier of the user here.
  ///   - nickname: The user's name at the network. Untrusted text.
  ///   - avatar: The address of the user's picture at the network. Untrusted text.
  ///   - createdAt: The wall clock time at which the link was made.
  ///   - lastUsedAt: The wall clock time of the last sign-in through the link.
  ///   - revokedUpstreamAt: The time at which the network reported that the user revoked the permission;
  ///     nil when it did not.
  public init(
    id: String, identity: SocialIdentity, userID: String, nickname: String? = nil,
    avatar: String? = nil, createdAt: Date, lastUsedAt: Date, revokedUpstreamAt: Date? = nil
  ) {
    self.id = id
    self.identity = identity
    self.userID = userID
    self.nickname = nickname
    self.avatar = avatar
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.revokedUpstreamAt = revokedUpstreamAt
  }
}
