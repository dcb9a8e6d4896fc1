// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
import CoatcheckFoundation

/// The outcome of a hosted page for binding or registration.
public enum PageOutcome: Sendable {
  /// The user completed the page.
  case finished(LoginOutcome)
  /// The user used the app's own button on the page; the value is its action. The sign-in is still
  /// pending.
  case event(String)
}

extension PendingSignIn {
  /// Shows the service's hosted page for binding or registration, and waits until the user leaves it.
  ///
  /// - Parameters:
  ///   - userAgent: The user agent that shows the page and receives the response.
  ///   - redirectURI: The redirect URI of the response; nil for the user agent's own.
  ///   - theme: The look of this page; nil for the theme of the configuration.
  /// - Throws: `userCancelled` with `104` in `providerCode` when the user went back or closed the browser;
  ///   this sign-in can be resumed until it expires. `misused` when it waits for something else. Otherwise
  ///   as ``IDaaS/signIn(using:storedAs:)``.
  public func finish(
    on userAgent: any UserAgent, redirectURI: String? = nil, theme: PageTheme? = nil
  ) async throws(OAuthError) -> PageOutcome {
    let page = try page
    let site = try await idaas.site()
    let uri = try await userAgent.receivingURI(redirectURI)
    let question = HostedPageRequest(redirectURI: uri, environment: idaas.environment)
    let url: URL
    do throws(OAuthError) {
      var session = HostedSession(
        stateToken: login.stateToken, page: page, destination: question.destination,
        language: idaas.configuration.language)
      session.theme = theme ?? idaas.configuration.theme
      url = try site.address(of: await site.perform(session), question)
    } catch {
      await userAgent.abandon(redirectURI: uri)
      throw error
    }
    switch try await userAgent.reply(to: question, at: url, leaving: OAuthError.wentBack) {
    case .event(let event, _): return .event(event)
    case .ticket(let ticket):
      let reply = try await site.perform(
        HostedCompletion(ticket: ticket, verifier: question.proof.verifier))
      return .finished(try await outcome(of: reply, site))
    }
  }

  private var page: HostedSession.Page {
    get throws(OAuthError) {
      switch status {
      case .socialBind: .bind
      case .userRegister: .register
      default: throw .misused("status", "There is no page for what this sign-in waits for.")
      }
    }
  }
}

extension IDaaSSite {
  /// The page's address, with the redirect URI and the state in its query: user agents read there where the
  /// response will arrive.
  func address(
    of page: HostedPage, _ question: HostedPageRequest
  ) throws(OAuthError) -> URL {
    let endpoint = try? Endpoint(page.url)
    // Only pages of the tenant are opened.
    guard let endpoint, endpoint.scheme == origin.scheme,
      endpoint.authority == origin.authority
    else { throw .unreadable(.replyMalformed, "The page is somewhere else than the tenant.") }
    let known: Parameters = [
      "redirect_uri": question.redirectURI, "state": question.state.reveal(),
    ]
    let mark = endpoint.path.contains("?") ? "&" : "?"
    return try Endpoint(endpoint.text + mark + known.encoded).url
  }
}
