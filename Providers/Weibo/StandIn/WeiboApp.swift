// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// An app that is registered at the stand-in of Weibo.
public struct WeiboApp: Sendable {
  /// The review level of an app at Weibo, which decides the lifetime of its tokens.
  public enum Level: Int, Sendable, CaseIterable {
    /// One day.
    case test = 1
    /// Seven days.
    case ordinary = 7
    /// Fifteen days.
    case middle = 15
    /// Thirty days.
    case high = 30
    /// Ninety days.
    case partner = 90

    /// In seconds.
    var lifetime: Int { rawValue * 86_400 }
  }

  /// The AppKey: the client identifier of the app.
  public let key: String
  /// The client secret of the app.
  public let secret: String
  /// The redirect URIs, compared byte by byte. One of `http://127.0.0.1/…` is valid for every port; Weibo
  /// itself has no such rule.
  public let redirectURIs: [String]
  /// The lifetime of its tokens in seconds.
  public let lifetime: Int

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - key: The AppKey: the client identifier of the app.
  ///   - secret: The client secret of the app.
  ///   - redirectURIs: The registered redirect URIs, compared byte by byte.
  ///   - level: The review level, which decides the lifetime of tokens.
  ///   - lifetime: The lifetime of tokens in seconds; nil for that of the level.
  public init(
    key: String, secret: String, redirectURIs: [String] = Self.usual, level: Level = .ordinary,
    lifetime: Int? = nil
  ) {
    self.key = key
    self.secret = secret
    self.redirectURIs = redirectURIs
    self.lifetime = lifetime ?? level.lifetime
  }

  /// The default redirect URIs: that of an IDaaS tenant and that of a program, both on this machine, and
  /// Weibo's own page.
  public static let usual = [
    "http://127.0.0.1/api/v1/login/weibo", "http://127.0.0.1/callback",
    "https://api.weibo.com/oauth2/default.html",
  ]

  /// The app of a third party: its tokens are not valid for the default app.
  public static let other = WeiboApp(
    key: "99999", secret: "other secret", redirectURIs: ["https://other.example/callback"])

  func accepts(_ redirect: String) -> Bool {
    if redirectURIs.contains(where: { $0.utf8.elementsEqual(redirect.utf8) }) { return true }
    let loopback = "http://127.0.0.1:"
    guard redirect.hasPrefix(loopback) else { return false }
    let rest = redirect.dropFirst(loopback.count)
    let port = rest.prefix { $0.isASCII && $0.isNumber }
    guard (1...65_535).contains(Int(port) ?? 0) else { return false }
    return redirectURIs.contains { $0 == "http://127.0.0.1" + rest.dropFirst(port.count) }
  }
}
