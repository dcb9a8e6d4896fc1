// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
import CoatcheckFoundation

/// The options of a sign-in with Weibo in a browser.
public struct WeiboPages: Sendable, Hashable {
  /// Whether binding and registration continue in the same browser session, on the service's hosted pages.
  /// If not, the outcome is the pending sign-in.
  public var continuesOnPages = true
  /// Whether Weibo asks the user to sign in although its browser session has a user, so that another
  /// account can be used.
  public var forcesLogin = false
  /// The layout of Weibo's page: `default`, `mobile` or `wap`; nil for the service's choice.
  public var display: String?
  /// The look of the hosted pages in this sign-in; nil for the theme of the configuration.
  public var theme: PageTheme?

  /// Creates the default options.
  public init() {}
}

extension IDaaS {
  /// Signs in with Weibo in the system's browser.
  ///
  /// - Parameters:
  ///   - userAgent: The user agent that shows the pages and receives the response.
  ///   - redirectURI: The redirect URI of the response; nil for the user agent's own.
  ///   - pages: The options of the sign-in.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Returns: The outcome. When the user used the app's own button on a hosted page, the sign-in is
  ///   pending, and ``PendingSignIn/event`` is the action of the button.
  /// - Throws: `userCancelled`, with `104` in `providerCode` when the user went back on the page for
  ///   binding or registration, and with `102` when the user closed the browser on any page;
  ///   `accessDenied` with `102` when the user denied access at Weibo; `refused` with `103` when Weibo
  ///   failed; otherwise as ``signIn(using:storedAs:)``.
  public func signIn(
    with userAgent: any UserAgent, redirectURI: String? = nil, pages: WeiboPages = WeiboPages(),
    storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    let site = try await site()
    var pages = pages
    pages.theme = pages.theme ?? configuration.theme
    let (reply, event) = try await site.reply(
      from: userAgent, redirectURI: redirectURI, pages: pages)
    let outcome = try await outcome(of: reply, site, storedAs: name)
    guard let event else { return outcome }
    return outcome.after(event)
  }
}

extension IDaaSSite {
  /// Signs in with Weibo in a browser. Returns the reply, and the event of the app's own button if that
  /// button ended the page.
  func reply(
    from userAgent: any UserAgent, redirectURI: String?, pages: WeiboPages
  ) async throws(OAuthError) -> (reply: LoginReply, event: String?) {
    let theme = try await pushedTheme(of: pages)
    let uri = try await userAgent.receivingURI(redirectURI)
    let question = HostedPageRequest(redirectURI: uri, environment: environment)
    let url: URL
    do throws(OAuthError) {
      url = try startAddress(of: question, pages, theme)
    } catch {
      await userAgent.abandon(redirectURI: uri)
      throw error
    }
    let reply = try await userAgent.reply(
      to: question, at: url, leaving: OAuthError.cancelledAtWeibo)
    return try await self.reply(for: reply, to: question, pages.continuesOnPages)
  }

  /// Sends the theme first and returns its handle: a theme does not fit into the address that begins the
  /// sign-in.
  func pushedTheme(of pages: WeiboPages) async throws(OAuthError) -> Secret? {
    guard pages.continuesOnPages, let theme = pages.theme else { return nil }
    return try await perform(PushTheme(theme)).handle
  }

  /// Redeems the ticket that a browser brought.
  func reply(
    for reply: PageReply, to question: HostedPageRequest, _ continuesOnPages: Bool
  ) async throws(OAuthError) -> (reply: LoginReply, event: String?) {
    switch reply {
    case .ticket(let ticket) where continuesOnPages:
      return (try await completed(ticket, question), nil)
    case .ticket(let ticket):
      return (
        try await perform(WeiboLogin(.ticket(ticket, verifier: question.proof.verifier))), nil
      )
    case .event(let event, let ticket?): return (try await completed(ticket, question), event)
    case .event(_, nil): throw .unreadable(.callbackMalformed, "The answer holds no ticket.")
    }
  }

  private func completed(
    _ ticket: Secret, _ question: HostedPageRequest
  ) async throws(OAuthError) -> LoginReply {
    try await perform(HostedCompletion(ticket: ticket, verifier: question.proof.verifier))
  }

  func startAddress(
    of question: HostedPageRequest, _ pages: WeiboPages, _ theme: Secret?
  ) throws(OAuthError) -> URL {
    var query: Parameters = [
      "client_id": caller.clientID, "redirect_uri": question.redirectURI,
      "state": question.state.reveal(), "code_challenge": question.proof.challenge,
      "code_challenge_method": PKCE.method,
    ]
    query["display"] = pages.display
    if pages.forcesLogin { query["forcelogin"] = "true" }
    if pages.continuesOnPages {
      query["pages"] = "1"
      query["language"] = caller.language
      // The pages act for this installation, and only this one can continue the sign-in afterwards.
      query["device"] = caller.device
      query["theme"] = theme?.reveal()
    }
    let text = IDaaSAddress.text(of: origin) + IDaaSAddress.start
    return try Endpoint("\(text)?\(query.encoded)").url
  }
}
