// SPDX-License-Identifier: Apache-2.0

/// A source besides Weibo whose app gives out a code: each has a path of its own.
public protocol LoginSource: Sendable {
  /// The path of its login.
  static var path: String { get }
  /// The return code of a server that has no such source.
  static var missing: ReturnCode { get }
}

/// WeChat.
public enum WeChat: LoginSource {
  /// `/api/v2/sdk/login/wechat`
  public static let path = "/api/v2/sdk/login/wechat"
  /// `LOGIN.1006`
  public static let missing = ReturnCode.weChatMissing
}

/// Alipay.
public enum Alipay: LoginSource {
  /// `/api/v3/sdk/login/alipay`
  public static let path = "/api/v3/sdk/login/alipay"
  /// `LOGIN.1007`
  public static let missing = ReturnCode.alipayMissing
}

/// The number of the phone itself, as its network tells it.
public enum CarrierLogin: LoginSource {
  /// `/api/v2/sdk/login/one-click`
  public static let path = "/api/v2/sdk/login/one-click"
  /// `LOGIN.1008`
  public static let missing = ReturnCode.oneClickMissing
}
