// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Weibo's own app, where it is installed: what asks it, and understands its answers.
///
/// An app that links Weibo's SDK writes this with it. ``WeiboAppSwitch`` does without.
public protocol WeiboAppAdapter: Sendable {
  /// Whether there is an app to ask.
  var isAvailable: Bool { get async }

  /// Switches to Weibo's app. It returns when the app was opened, and does not wait for the response.
  ///
  /// - Throws: `misused` when it cannot be opened.
  func start(_ request: WeiboRequest) async throws(OAuthError)

  /// The response that an address brings; nil when it is not one.
  ///
  /// - Parameter url: The address that this app was opened with.
  func answer(in url: String) -> WeiboAppReply?
}

/// What Weibo's app is asked for.
public struct WeiboRequest: Sendable {
  /// What names the request in its answer: random, and good for one answer.
  public let id: String
  /// The redirect URI that is registered at Weibo.
  public let redirectURI: String
  /// What is asked for.
  public let scopes: [String]

  /// A request.
  public init(id: String, redirectURI: String, scopes: [String] = []) {
    self.id = id
    self.redirectURI = redirectURI
    self.scopes = scopes
  }
}
