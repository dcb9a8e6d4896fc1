// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Asks for a page that binds or registers: `POST /api/v2/sdk/hosted-session`.
public struct HostedSession: IDaaSCall {
  /// The reply.
  public typealias Reply = HostedPage
  /// Which page. It has to be the one that the login's status asks for.
  public enum Page: String, Sendable, Hashable, CaseIterable {
    /// For ``LoginStatus/socialBind``.
    case bind
    /// For ``LoginStatus/userRegister``.
    case register
  }

  /// `/api/v2/sdk/hosted-session`
  public static let path = "/api/v2/sdk/hosted-session"

  /// The login that waits.
  public let stateToken: Secret
  /// Which page.
  public let page: Page
  /// Where the browser goes at the end, and how the result is bound to this call.
  public let destination: PageDestination
  /// The page's language; nil leaves that to the browser.
  public let language: String?
  /// How this page looks; nil for how all look.
  public var theme: PageTheme?

  /// A call.
  public init(
    stateToken: Secret, page: Page, destination: PageDestination, language: String? = nil
  ) {
    self.stateToken = stateToken
    self.page = page
    self.destination = destination
    self.language = language
  }

  /// The body, and the field with the login.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["page": .string(page.rawValue)])
    destination.write(to: &message.body)
    message.body.set("language", language)
    if let theme { message.body["theme"] = .object(theme.json) }
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the body and the field.
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
