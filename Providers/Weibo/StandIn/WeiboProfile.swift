// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// The profile of a user at the stand-in of Weibo.
public struct WeiboProfile: Sendable {
  /// Weibo's identifier of the user: decimal digits.
  public var uid: String
  /// The display name.
  public var screenName: String
  /// The URL of the user's picture.
  public var avatar: String
  /// The gender in Weibo's form: `m`, `f` or `n` (not stated).
  public var gender = "n"
  /// The location that the user states.
  public var location = "其他"

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - uid: Weibo's identifier of the user: decimal digits.
  ///   - screenName: The display name.
  ///   - avatar: The URL of the user's picture; nil for a default one.
  public init(uid: String, screenName: String, avatar: String? = nil) {
    self.uid = uid
    self.screenName = screenName
    self.avatar = avatar ?? "https://tva1.sinaimg.cn/large/\(uid).jpg"
  }
}
