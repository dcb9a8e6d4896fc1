// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests a code by text message: `POST /api/v2/sdk/sms/send`.
public typealias SendSMS = SendCode<SMSChannel>

/// Requests a code by e-mail: `POST /api/v2/sdk/email/send`.
public typealias SendEmail = SendCode<EmailChannel>

/// Requests a code over one channel.
public struct SendCode<Channel: CodeChannel>: IDaaSCall {
  /// The reply.
  public typealias Reply = MessageSent
  /// The path of the channel.
  public static var path: String { Channel.path }

  /// Where it goes, as it was typed.
  public let destination: String
  /// What it is for: the text of a ``MessageType``. A server refuses one it does not know.
  public let type: String
  /// The proof of a captcha.
  public let captchaToken: Secret
  /// The login that waits for it, if there is one.
  public let stateToken: Secret?
  /// The ID token of the user who is signed in, if there is one.
  public let idToken: Secret?

  /// A call.
  public init(
    to destination: String, type: String, captchaToken: Secret, stateToken: Secret? = nil,
    idToken: Secret? = nil
  ) {
    self.destination = destination
    self.type = type
    self.captchaToken = captchaToken
    self.stateToken = stateToken
    self.idToken = idToken
  }

  /// The body, and the fields with the login and the user.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: [
      Channel.member: .string(destination), "type": .string(type),
      "captcha_token": .string(captchaToken.reveal()),
    ])
    try message.set(CallMessage.stateToken, stateToken)
    try message.setBearer(idToken)
    return message
  }

  /// Reads the body and the fields.
  public init(_ message: CallMessage) throws(Refusal) {
    destination = try message.body.required(Channel.member)
    type = try message.body.required("type")
    captchaToken = Secret(try message.body.required("captcha_token"))
    stateToken = message.field(CallMessage.stateToken)
    idToken = try message.bearer()
  }
}
