// SPDX-License-Identifier: Apache-2.0

/// A provider whose accounts can be used through Kii's web connector.
public struct KiiConnector: RawRepresentable, Sendable, Hashable {
  /// The `id` parameter of the connector's page.
  public let rawValue: String

  /// Creates a provider by its id at the connector.
  ///
  /// - Parameter rawValue: The `id` parameter of the connector's page, such as `facebook`.
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
  /// Google, by its older sign-in, which Google has shut down.
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
  /// An OpenID provider that is configured for the app.
  public static let openIDConnect = Self("openidconnect.simple")
}
