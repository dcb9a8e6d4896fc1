// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests a hosted page for binding or registration: `POST /api/v2/sdk/hosted-session`.
public struct HostedSession: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = HostedPage
  /// The page. It must be the one for the status of the login.
  public enum Page: String, Sendable, Hashable, CaseIterable {
    /// The page for ``LoginStatus/socialBind``.
    case bind
    /// The page for ``LoginStatus/userRegister``.
    case register
  }

  /// `/api/v2/sdk/hosted-session`
  public static let path = "/api/v2/sdk/hosted-session"

  /// The state token of the pending login.
  public let stateToken: Secret
  /// The page. It must be the one for the status of the login.
  public let page: Page
  /// Where the page redirects the browser at the end, and how its result is bound to this call.
  public let destination: PageDestination
  /// The language of the page, such as `zh-CN`; nil for the preference of the browser.
  public let language: String?
  /// The look of this page; nil for the tenant's theme.
  public var theme: PageTheme?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - stateToken: The state token of the pending login.
  ///   - page: The page. It must be the one for the status of the login.
  ///   - destination: Where the page redirects the browser at the end, and how its result is bound to this
  ///     call.
  ///   - language: The language of the page, such as `zh-CN`; nil for the preference of the browser.
  public init(
    stateToken: Secret, page: Page, destination: PageDestination, language: String? = nil
  ) {
    self.stateToken = stateToken
    self.page = page
    self.destination = destination
    self.language = language
  }

  /// The message of this call: a JSON body, and the state token in the header field `X-state-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["page": .string(page.rawValue)])
    destination.write(to: &message.body)
    message.body.set("language", language)
    if let theme { message.body["theme"] = .object(theme.json) }
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    let body = message.body
    stateToken = try message.required(CallMessage.stateToken)
    guard let page = Page(rawValue: try body.required("page")) else {
      throw Refusal(.parameterValue, "page", detail: .badFormat)
    }
    self.page = page
    destination = try PageDestination(body)
    language = try body.optional("language")
    if let document = try body.optionalObject("theme") { theme = try PageTheme(json: document) }
  }
}
