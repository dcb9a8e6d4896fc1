// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The connection to Weibo's own app: it sends requests and reads responses.
///
/// An app that links Weibo's SDK implements this with the SDK. ``WeiboAppSwitch`` works without it.
public protocol WeiboAppAdapter: Sendable {
  /// Whether Weibo's app is installed.
  var isAvailable: Bool { get async }

  /// Switches to Weibo's app. It returns when the app was opened, and does not wait for the response.
  ///
  /// - Throws: `misused` when the app cannot be opened.
  func start(_ request: WeiboRequest) async throws(OAuthError)

  /// Reads the response in a URL.
  ///
  /// - Parameter url: The URL that this app was opened with.
  /// - Returns: Nil when the URL does not contain a response.
  func answer(in url: String) -> WeiboAppReply?
}

/// An authorization request to Weibo's app.
public struct WeiboRequest: Sendable {
  /// The identifier that the response repeats: random, and valid for one response.
  public let id: String
  /// The redirect URI that is registered at Weibo.
  public let redirectURI: String
  /// The requested scopes.
  public let scopes: [String]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - id: The identifier that the response repeats: random, and valid for one response.
  ///   - redirectURI: The redirect URI that is registered at Weibo.
  ///   - scopes: The requested scopes; can be empty.
  public init(id: String, redirectURI: String, scopes: [String] = []) {
    self.id = id
    self.redirectURI = redirectURI
    self.scopes = scopes
  }
}
