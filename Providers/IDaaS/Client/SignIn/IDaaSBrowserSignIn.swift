// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// A sign-in with Weibo in a browser that verifies the phone number on the service's hosted pages, for
/// programs without pages of their own.
public struct IDaaSBrowserSignIn: SignInFlow {
  private let userAgent: any UserAgent
  private let redirectURI: String?
  private let pages: WeiboPages

  init(_ userAgent: any UserAgent, redirectURI: String?, pages: WeiboPages) {
    self.userAgent = userAgent
    self.redirectURI = redirectURI
    self.pages = pages
  }

  /// Shows the pages and returns the session.
  ///
  /// - Parameters:
  ///   - context: The tenant and the runtime of the sign-in.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: `accessDenied` when a policy of the tenant refuses the sign-in; `interactionRequired` when
  ///   a step remains that the pages do not have; `misused` when the provider is not a tenant of the
  ///   identity service; otherwise as ``IDaaS/signIn(with:redirectURI:pages:storedAs:)``.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let tenant = try IDaaSSite(context)
    let (reply, _) = try await tenant.reply(
      from: userAgent, redirectURI: redirectURI, pages: pages)
    switch reply {
    case .tokens(let tokens):
      var session = try await tenant.session(of: tokens, storedAs: name)
      session.browserSession = userAgent.browserSession
      return session
    case .denied:
      throw .refused(.accessDenied, "A policy of the tenant refuses this sign-in.")
    case .pending(let login):
      throw OAuthError(
        outcome: .refused, code: .interactionRequired,
        reason: "Another step is needed before the user is signed in.",
        peer: .init(code: login.status.rawValue))
    }
  }
}

extension SignInFlow where Self == IDaaSBrowserSignIn {
  /// Signs in with Weibo in a browser, and verifies the phone number on the service's hosted pages.
  ///
  /// - Parameters:
  ///   - userAgent: The user agent that shows the pages and receives the response.
  ///   - redirectURI: The redirect URI of the response; nil for the user agent's own.
  ///   - pages: The options of the sign-in and the look of its pages.
  public static func weibo(
    with userAgent: any UserAgent, redirectURI: String? = nil, pages: WeiboPages = WeiboPages()
  ) -> IDaaSBrowserSignIn {
    IDaaSBrowserSignIn(userAgent, redirectURI: redirectURI, pages: pages)
  }
}
