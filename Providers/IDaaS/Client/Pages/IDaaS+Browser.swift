// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
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
  /// - Throws: `userCancelled` when the user closed the browser, with the number 104 when they went back on
  ///   the page for binding or registering; `accessDenied` with 102 when they denied access at Weibo; `refused`
  ///   with 103 when Weibo failed; else as ``perform(_:)``.
  public func signIn(
    with userAgent: any UserAgent, redirectURI: String? = nil, pages: WeiboPages = WeiboPages(),
    storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    let site = try await site()
    let reply = try await site.reply(from: userAgent, redirectURI: redirectURI, pages: pages)
    return try await outcome(of: reply, site, storedAs: name)
  }
}

extension IDaaSSite {
  /// What a sign-in with Weibo in a browser came to.
  func reply(
    from userAgent: any UserAgent, redirectURI: String?, pages: WeiboPages
  ) async throws(OAuthError) -> LoginReply {
    let uri = try await userAgent.receivingURI(redirectURI)
    let question = HostedPageRequest(redirectURI: uri, environment: environment)
    let url: URL
    do throws(OAuthError) {
      url = try startAddress(of: question, pages)
    } catch {
      await userAgent.abandon(redirectURI: uri)
      throw error
    }
    let address = try await userAgent.authorize(
      AuthorizationPage(url: url, redirectURI: uri, expecting: .state(question.state)))
    guard case .ticket(let ticket) = try PageReply(address, to: uri, state: question.state) else {
      throw .unreadable(.callbackMalformed, "The answer holds no ticket.")
    }
    guard pages.continuesOnPages else {
      return try await perform(WeiboLogin(.ticket(ticket, verifier: question.proof.verifier)))
    }
    return try await perform(HostedCompletion(ticket: ticket, verifier: question.proof.verifier))
  }

  private func startAddress(
    of question: HostedPageRequest, _ pages: WeiboPages
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
    }
    let text = IDaaSAddress.text(of: origin) + IDaaSAddress.start
    return try Endpoint("\(text)?\(query.encoded)").url
  }
}
