// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
import CoatcheckDocomo
import CoatcheckOAuth
public import Foundation

/// The addresses that the old SDK read from `photocolle_sdk_setting.plist`, and the parts of the library
/// that an app can replace.
///
/// ```swift
/// DCAuthority.settings.userAgent = browser  // before the first call
/// ```
///
/// New code passes these values to `Provider.docomo(authority:tokenAuthority:authentication:)` and
/// `Client`.
public struct DCSettings: Sendable {
  /// The address of the authorization server where users sign in, an absolute URI without a path;
  /// docomo's own unless set.
  public var authorityUrl: String
  /// The address of the server with the token endpoint, in the same form; nil for ``authorityUrl``.
  public var tokenUrl: String?
  /// The store in which contexts are saved under their store keys.
  public var store: any TokenStore = .system
  /// The user agent that shows docomo's pages; nil for the browser of this machine. No view controller is
  /// used.
  public var userAgent: (any UserAgent)?
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live

  /// Reads docomo's own addresses, or those in the main bundle's `photocolle_sdk_setting.plist`.
  public init() {
    let file = Bundle.main.url(forResource: "photocolle_sdk_setting", withExtension: "plist")
    self.init(propertyList: file.flatMap { try? Data(contentsOf: $0) } ?? Data())
  }

  /// Reads the addresses in a `photocolle_sdk_setting.plist`.
  ///
  /// - Parameter propertyList: The content of the file, with the keys `authorityUrl` and `tokenUrl`. A
  ///   key that is missing or cannot be read keeps its default.
  public init(propertyList: Data) {
    let keys = try? PropertyListSerialization.propertyList(from: propertyList, format: nil)
    let texts = (keys as? [String: Any] ?? [:]).compactMapValues { $0 as? String }
    authorityUrl = texts["authorityUrl"] ?? Provider.docomoAuthority
    tokenUrl = texts["tokenUrl"]
  }

  /// The provider at these addresses.
  func provider() throws(OAuthError) -> Provider {
    try .docomo(authority: authorityUrl, tokenAuthority: tokenUrl)
  }

  /// A client at these addresses.
  ///
  /// - Parameter redirectUri: The redirect URI; nil for a client that only loads.
  func client(
    _ id: String, _ secret: String?, redirectUri: String? = nil
  ) throws(OAuthError) -> Client {
    Client(of: try provider(), id: id, secret: secret.map { Secret($0) }, store: store) {
      $0.redirect = redirectUri.map(RedirectPolicy.fixed)
      $0.userAgent = userAgent
      $0.environment = environment
    }
  }
}
