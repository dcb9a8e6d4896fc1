// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A social account that is linked to the user who is signed in.
public struct SocialAccount: Sendable, Hashable {
  /// The link's identifier, for ``UnbindAccount``.
  public var id: String
  /// The user's identifier: `userId`.
  public var userID: String?
  /// The network: `weibo`, `weixin`, `qq`, … `socialType`.
  public var type: String
  /// The network's name for the user: `socialUid`.
  public var uid: String
  /// The network's name for our app: `socialChannelId`.
  public var channelID: String?
  /// What the network calls the user: `socialNickname`. Untrusted text.
  public var nickname: String?
  /// Where the network shows the user's picture: `socialHeadImage`. Untrusted text.
  public var avatar: String?
  /// What else the network said, as a text: `socialAccountDetails`. Untrusted text.
  public var details: String?
  /// The authentication source: `idpId`.
  public var sourceID: String?
  /// When it was linked: `createdAt`.
  public var createdAt: Date?
  /// When it was changed or used last: `updatedAt`.
  public var updatedAt: Date?

  /// Describes a link.
  public init(id: String, type: String, uid: String) {
    self.id = id
    self.type = type
    self.uid = uid
  }
}
