// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// The provider's page that ends its own session, and where the browser comes back to.
public struct EndSessionPage: Sendable {
  /// The address of the page.
  public let url: URL
  /// Where the browser comes back to, and the state that it brings; nil when it does not come back.
  public let callback: (redirectURI: String, state: Secret)?

  /// A page.
  ///
  /// - Parameters:
  ///   - url: The address of the page.
  ///   - callback: Where the browser comes back to, and the state that it brings.
  public init(url: URL, callback: (redirectURI: String, state: Secret)? = nil) {
    self.url = url
    self.callback = callback
  }
}
