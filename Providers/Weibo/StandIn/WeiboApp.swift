// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// An app that is registered with Weibo.
public struct WeiboApp: Sendable {
  /// Weibo's review level of an app, which decides how long its tokens last.
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

  /// Weibo's name for it: the app key.
  public let key: String
  /// Its secret.
  public let secret: String
  /// Its redirect URIs, which are compared byte by byte. One of `http://127.0.0.1/…` goes for every port:
  /// Weibo itself has no such rule, and no tenant listens there.
  public let redirectURIs: [String]
  /// How long its tokens last, in seconds.
  public let lifetime: Int

  /// Describes an app, whose tokens last as long as its level says unless a lifetime in seconds is given.
  public init(
    key: String, secret: String, redirectURIs: [String] = Self.usual, level: Level = .ordinary,
    lifetime: Int? = nil
  ) {
    self.key = key
    self.secret = secret
    self.redirectURIs = redirectURIs
    self.lifetime = lifetime ?? level.lifetime
  }

  /// The callback of an IDaaS tenant and that of a program, both on this machine, and Weibo's own page.
  public static let usual = [
    "http://127.0.0.1/api/v1/login/weibo", "http://127.0.0.1/callback",
    "https://api.weibo.com/oauth2/default.html",
  ]

  /// Another user's app: its tokens are invalid to ours.
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
