// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckFoundation
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// The service's own page with the slider, for apps that show none themselves.
extension IDaaS {
  /// Shows the service's hosted page with a captcha, and waits until the user has solved it: by mouse,
  /// touch, keyboard or buttons, or by a computation of the device.
  ///
  /// - Parameters:
  ///   - userAgent: The user agent that shows the page and receives the response.
  ///   - contact: The phone number or e-mail address that the code is for.
  ///   - purpose: What the code is for.
  ///   - redirectURI: The redirect URI of the response; nil for the user agent's own.
  ///   - theme: The look of this page; nil for the theme of the configuration.
  /// - Returns: The proof, for one code to this contact.
  /// - Throws: `userCancelled` with `105` in `providerCode` when the user closed the page; otherwise as
  ///   ``perform(_:)``.
  public func captcha(
    with userAgent: any UserAgent, for contact: ContactField, purpose: MessageType,
    redirectURI: String? = nil, theme: PageTheme? = nil
  ) async throws(OAuthError) -> CaptchaProof {
    try await captcha(
      with: userAgent, redirectURI: redirectURI, theme: theme
    ) { CaptchaPage(sender: contact.text, purpose: purpose, destination: $0) }
  }

  func captcha(
    with userAgent: any UserAgent, redirectURI: String?, theme: PageTheme?,
    _ call: @Sendable (PageDestination) -> CaptchaPage
  ) async throws(OAuthError) -> CaptchaProof {
    let site = try await site()
    let uri = try await userAgent.receivingURI(redirectURI)
    let question = HostedPageRequest(redirectURI: uri, environment: environment)
    let url: URL
    do throws(OAuthError) {
      var page = call(question.destination)
      page.language = configuration.language
      page.theme = theme ?? configuration.theme
      url = try site.address(of: await site.perform(page), question)
    } catch {
      await userAgent.abandon(redirectURI: uri)
      throw error
    }
    let reply = try await userAgent.reply(
      to: question, at: url, leaving: OAuthError.closedSlider)
    guard case .ticket(let ticket) = reply else {
      throw .unreadable(.callbackMalformed, "The answer holds no ticket.")
    }
    return try await site.perform(
      CaptchaPageCompletion(ticket: ticket, verifier: question.proof.verifier))
  }
}

extension PendingSignIn {
  /// Shows the service's hosted page with a captcha. Its proof permits the code for this sign-in to be
  /// sent.
  ///
  /// - Parameters:
  ///   - userAgent: The user agent that shows the page and receives the response.
  ///   - contact: The phone number or e-mail address to verify.
  ///   - redirectURI: The redirect URI of the response; nil for the user agent's own.
  ///   - theme: The look of this page; nil for the theme of the configuration.
  /// - Returns: The proof, for one code to this contact in this sign-in.
  /// - Throws: `misused` when this sign-in waits for something else; otherwise as
  ///   ``IDaaS/captcha(with:for:purpose:redirectURI:theme:)``.
  public func captcha(
    with userAgent: any UserAgent, for contact: ContactField, redirectURI: String? = nil,
    theme: PageTheme? = nil
  ) async throws(OAuthError) -> CaptchaProof {
    let purpose = try messageType(for: contact.method)
    let stateToken = login.stateToken
    return try await idaas.captcha(
      with: userAgent, redirectURI: redirectURI, theme: theme
    ) { destination in
      var page = CaptchaPage(sender: contact.text, purpose: purpose, destination: destination)
      page.stateToken = stateToken
      return page
    }
  }
}

extension HostedPageRequest {
  /// Where the page sends the browser in the end.
  var destination: PageDestination {
    PageDestination(
      redirectURI: redirectURI, state: state.reveal(), codeChallenge: proof.challenge)
  }
}
