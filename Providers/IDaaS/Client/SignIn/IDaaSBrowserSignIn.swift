// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// Signs in with Weibo in a browser, and proves the phone number on the service's own pages: for programs that
/// have no pages of their own.
public struct IDaaSBrowserSignIn: SignInFlow {
  private let userAgent: any UserAgent
  private let redirectURI: String?
  private let pages: WeiboPages

  init(_ userAgent: any UserAgent, redirectURI: String?, pages: WeiboPages) {
    self.userAgent = userAgent
    self.redirectURI = redirectURI
    self.pages = pages
  }

  /// Shows the pages.
  ///
  /// - Throws: `accessDenied` when a policy of the tenant refuses; `interactionRequired` when something is still
  ///   to be done that the pages cannot do; else as ``IDaaS/signIn(with:redirectURI:pages:storedAs:)``.
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
  /// With Weibo in a browser, and the phone number on the service's own pages.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the pages and receives the response.
  ///   - redirectURI: Where the response arrives; without it, the user agent's own.
  ///   - pages: How the sign-in is to be, and how its pages look.
  public static func weibo(
    with userAgent: any UserAgent, redirectURI: String? = nil, pages: WeiboPages = WeiboPages()
  ) -> IDaaSBrowserSignIn {
    IDaaSBrowserSignIn(userAgent, redirectURI: redirectURI, pages: pages)
  }
}
