// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests a hosted page with a captcha, for apps without their own slider:
/// `POST /api/v2/sdk/captcha/page`.
public struct CaptchaPage: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = HostedPage
  /// `/api/v2/sdk/captcha/page`
  public static let path = "/api/v2/sdk/captcha/page"

  /// The phone number or e-mail address that the code will be sent to.
  public let sender: String
  /// The purpose of the code.
  public let purpose: MessageType
  /// Where the page redirects the browser at the end, and how its result is bound to this call.
  public let destination: PageDestination
  /// The language of the page, such as `zh-CN`; nil for the preference of the browser.
  public var language: String?
  /// The look of this page; nil for the tenant's theme.
  public var theme: PageTheme?
  /// The state token of the pending login; nil when there is no such login.
  public var stateToken: Secret?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - sender: The phone number or e-mail address that the code will be sent to.
  ///   - purpose: The purpose of the code.
  ///   - destination: Where the page redirects the browser at the end, and how its result is bound to this
  ///     call.
  public init(sender: String, purpose: MessageType, destination: PageDestination) {
    self.sender = sender
    self.purpose = purpose
    self.destination = destination
  }

  /// The message of this call: a JSON body, and the state token in the header field `X-state-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: [
      "sender": .string(sender), "purpose": .string(purpose.rawValue),
    ])
    destination.write(to: &message.body)
    message.body.set("language", language)
    if let theme { message.body["theme"] = .object(theme.json) }
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    let body = message.body
    sender = try body.required("sender")
    guard let purpose = try MessageType.purpose(try body.required("purpose")) else {
      throw Refusal(.parameterMissing, "purpose", detail: .missingParameter)
    }
    self.purpose = purpose
    destination = try PageDestination(body)
    language = try body.optional("language")
    if let document = try body.optionalObject("theme") { theme = try PageTheme(json: document) }
    stateToken = message.field(CallMessage.stateToken)
  }
}
