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
  /// The identifier of the user at the network: `socialUid`.
  public var uid: String
  /// The client identifier of the app at the network: `socialChannelId`.
  public var channelID: String?
  /// The user's name at the network: `socialNickname`. Untrusted text.
  public var nickname: String?
  /// The URL of the user's picture at the network: `socialHeadImage`. Untrusted text.
  public var avatar: String?
  /// Further data of the network as a text: `socialAccountDetails`. Untrusted text.
  public var details: String?
  /// The identifier of the authentication source: `idpId`.
  public var sourceID: String?
  /// When it was linked: `createdAt`.
  public var createdAt: Date?
  /// When it was last changed or used: `updatedAt`.
  public var updatedAt: Date?

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - id: The identifier of the link.
  ///   - type: The network: `weibo`, `weixin` or `qq`.
  ///   - uid: The identifier of the user at the network.
  public init(id: String, type: String, uid: String) {
    self.id = id
    self.type = type
    self.uid = uid
  }
}
