// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Asks for a page with a captcha, for apps that show no slider of their own: `POST /api/v2/sdk/captcha/page`.
public struct CaptchaPage: IDaaSCall {
  /// The reply.
  public typealias Reply = HostedPage
  /// `/api/v2/sdk/captcha/page`
  public static let path = "/api/v2/sdk/captcha/page"

  /// The phone number or e-mail address that a code is wanted for.
  public let sender: String
  /// What the code is for.
  public let purpose: MessageType
  /// Where the browser goes at the end, and how the result is bound to this call.
  public let destination: PageDestination
  /// The page's language; nil leaves that to the browser.
  public var language: String?
  /// How this page looks; nil for how all look.
  public var theme: PageTheme?
  /// The login that waits, if there is one.
  public var stateToken: Secret?

  /// A call.
  public init(sender: String, purpose: MessageType, destination: PageDestination) {
    self.sender = sender
    self.purpose = purpose
    self.destination = destination
  }

  /// The body, and the field with the login.
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

  /// Reads the body and the field.
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
