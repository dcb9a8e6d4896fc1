// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// What Weibo shows of a user.
public struct WeiboProfile: Sendable {
  /// Weibo's name for the user: decimal digits.
  public var uid: String
  /// What the user is called.
  public var screenName: String
  /// Where the user's picture is.
  public var avatar: String
  /// `m`, `f` or `n`.
  public var gender = "n"
  /// Where the user says to be.
  public var location = "其他"

  /// Describes a user.
  public init(uid: String, screenName: String, avatar: String? = nil) {
    self.uid = uid
    self.screenName = screenName
    self.avatar = avatar ?? "https://tva1.sinaimg.cn/large/\(uid).jpg"
  }
}
