// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// The page that ends the login session at the provider, and the callback of the browser.
///
/// [OpenID Connect RP-Initiated Logout §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout).
public struct EndSessionPage: Sendable {
  /// The URL to open in the browser, with the parameters of the logout request.
  public let url: URL
  /// The `post_logout_redirect_uri` and the `state` of the callback; nil when the browser does not
  /// return.
  public let callback: (redirectURI: String, state: Secret)?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL to open in the browser.
  ///   - callback: The `post_logout_redirect_uri` and the `state` of the callback; nil when the browser
  ///     does not return.
  public init(url: URL, callback: (redirectURI: String, state: Secret)? = nil) {
    self.url = url
    self.callback = callback
  }
}
