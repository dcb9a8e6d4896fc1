// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// What Weibo shows of somebody.
public struct WeiboProfile: Sendable {
  /// Weibo's name for the person: decimal digits.
  public var uid: String
  /// What the person is called.
  public var screenName: String
  /// Where the person's picture is.
  public var avatar: String
  /// `m`, `f` or `n`.
  public var gender = "n"
  /// Where the person says to be.
  public var location = "其他"

  /// Describes somebody.
  public init(uid: String, screenName: String, avatar: String? = nil) {
    self.uid = uid
    self.screenName = screenName
    self.avatar = avatar ?? "https://tva1.sinaimg.cn/large/\(uid).jpg"
  }
}
