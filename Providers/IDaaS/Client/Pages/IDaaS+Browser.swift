// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
import CoatcheckFoundation

/// How the sign-in with Weibo in a browser is to be.
public struct WeiboPages: Sendable, Hashable {
  /// Whether binding and registering go on in the same browser session, on the service's own pages; else the
  /// outcome says that something is still to be done.
  public var continuesOnPages = true
  /// Whether the user is asked who they are although Weibo's browser session knows: to use another account.
  public var forcesLogin = false
  /// The kind of Weibo's page: `default`, `mobile`, `wap`; nil leaves it to the service.
  public var display: String?
  /// How the service's own pages look in this sign-in; nil for the configuration's look.
  public var theme: PageTheme?

  /// The usual way.
  public init() {}
}

extension IDaaS {
  /// Signs in with Weibo in the system's browser.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the pages and receives the response.
  ///   - redirectURI: Where the response arrives; without it, the user agent's own.
  ///   - pages: How.
  ///   - name: The name the session is stored under; without it, the user's id.
  /// - Returns: What it came to. When the user used the app's own button on the service's page, the sign-in waits, and
  ///   ``PendingSignIn/event`` is the button's word.
  /// - Throws: `userCancelled` with the number 104 when the user went back on the page for binding or registering, and with 102
  ///   when they closed the browser: nothing tells then which of the pages they left. `accessDenied` with 102 when they denied
  ///   access at Weibo; `refused` with 103 when Weibo failed; else as ``perform(_:)``.
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
  /// What a sign-in with Weibo in a browser came to, and the word of the app's own button if that ended the page.
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

  /// The handle of a theme: the sign-in begins with an address, and a theme does not fit into one.
  func pushedTheme(of pages: WeiboPages) async throws(OAuthError) -> Secret? {
    guard pages.continuesOnPages, let theme = pages.theme else { return nil }
    return try await perform(PushTheme(theme)).handle
  }

  /// Gets the result that a browser brought the ticket for.
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
      // Who continues with the sign-in afterwards: the pages act for this installation.
      query["device"] = caller.device
      query["theme"] = theme?.reveal()
    }
    let text = IDaaSAddress.text(of: origin) + IDaaSAddress.start
    return try Endpoint("\(text)?\(query.encoded)").url
  }
}
