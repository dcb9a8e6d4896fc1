// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
import CoatcheckDocomo
import CoatcheckOAuth
public import Foundation

/// What the old SDK read from `photocolle_sdk_setting.plist`, and what an app can replace besides.
///
/// ```swift
/// DCAuthority.settings.userAgent = browser  // before the first call
/// ```
public struct DCSettings: Sendable {
  /// Where users sign in; docomo's own unless given.
  public var authorityUrl: String
  /// Where tokens are issued; the same as ``authorityUrl`` unless given.
  public var tokenUrl: String?
  /// Where contexts are kept under their store keys.
  public var store: any TokenStore = .system
  /// What shows docomo's pages; this machine's browser unless given. No view controller is used.
  public var userAgent: (any UserAgent)?
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live

  /// Docomo's own addresses, or those in the main bundle's `photocolle_sdk_setting.plist`.
  public init() {
    let file = Bundle.main.url(forResource: "photocolle_sdk_setting", withExtension: "plist")
    self.init(propertyList: file.flatMap { try? Data(contentsOf: $0) } ?? Data())
  }

  /// The addresses in a `photocolle_sdk_setting.plist`.
  ///
  /// - Parameter propertyList: The file. What cannot be read in it is as if it were missing.
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
