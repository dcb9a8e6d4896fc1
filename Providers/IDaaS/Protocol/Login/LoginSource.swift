// SPDX-License-Identifier: Apache-2.0

/// An authentication source other than Weibo whose app returns a code. Each has its own path.
public protocol LoginSource: Sendable {
  /// The path of the login with this source.
  static var path: String { get }
  /// The return code of a server without this source.
  static var missing: ReturnCode { get }
}

/// The authentication source WeChat.
public enum WeChat: LoginSource {
  /// `/api/v2/sdk/login/wechat`
  public static let path = "/api/v2/sdk/login/wechat"
  /// `LOGIN.1006`
  public static let missing = ReturnCode.weChatMissing
}

/// The authentication source Alipay.
public enum Alipay: LoginSource {
  /// `/api/v3/sdk/login/alipay`
  public static let path = "/api/v3/sdk/login/alipay"
  /// `LOGIN.1007`
  public static let missing = ReturnCode.alipayMissing
}

/// The phone number of the device as its mobile network reports it.
public enum CarrierLogin: LoginSource {
  /// `/api/v2/sdk/login/one-click`
  public static let path = "/api/v2/sdk/login/one-click"
  /// `LOGIN.1008`
  public static let missing = ReturnCode.oneClickMissing
}
