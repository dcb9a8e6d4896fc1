// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// An identity at a social network that signs in as a user here.
///
/// One identity belongs to one user, and a user has one identity of each network.
public struct SocialLink: Sendable, Equatable {
  /// The identifier: random.
  public let id: String
  /// Who it is at the network.
  public let identity: SocialIdentity
  /// Who it is here.
  public let userID: String
  /// The user's name at the network. Untrusted text.
  public var nickname: String?
  /// The address of the user's picture at the network. Untrusted text; it is not fetched.
  public var avatar: String?
  /// When it was linked.
  public let createdAt: Date
  /// When it was last signed in with.
  public var lastUsedAt: Date
  /// When the network said that the user took the permission back; nil otherwise.
  public var revokedUpstreamAt: Date?

  /// Describes a link.
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
