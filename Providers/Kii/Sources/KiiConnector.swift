// SPDX-License-Identifier: Apache-2.0

/// A provider that Kii's web connector signs users in with.
public struct KiiConnector: RawRepresentable, Sendable, Hashable {
  /// How the connector's page is asked for it.
  public let rawValue: String

  /// Any provider.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Facebook.
  public static let facebook = Self("facebook")
  /// Twitter.
  public static let twitter = Self("twitter")
  /// LinkedIn, until 2019-07-31.
  public static let linkedIn = Self("linkedin")
  /// Yahoo, until 2019-07-31.
  public static let yahoo = Self("yahoo")
  /// Google's older sign-in, which Google no longer has.
  public static let google = Self("google")
  /// Google.
  public static let googlePlus = Self("googleplus")
  /// Dropbox, until 2019-07-31.
  public static let dropbox = Self("dropbox")
  /// Box, until 2019-07-31.
  public static let box = Self("box")
  /// Renren, until 2019-07-31.
  public static let renren = Self("renren")
  /// Sina Weibo.
  public static let sina = Self("sina")
  /// Microsoft Live, until 2019-07-31.
  public static let live = Self("live")
  /// QQ.
  public static let qq = Self("qq")
  /// Another Kii app.
  public static let kii = Self("kii")
  /// Any provider of OpenID Connect that the app has set up.
  public static let openIDConnect = Self("openidconnect.simple")
}
