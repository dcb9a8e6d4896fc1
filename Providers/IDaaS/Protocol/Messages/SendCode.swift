// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests a code by text message: `POST /api/v2/sdk/sms/send`.
public typealias SendSMS = SendCode<SMSChannel>

/// Requests a code by e-mail: `POST /api/v2/sdk/email/send`.
public typealias SendEmail = SendCode<EmailChannel>

/// Requests a code over one channel: ``SendSMS`` or ``SendEmail``.
public struct SendCode<Channel: CodeChannel>: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = MessageSent
  /// The path of the channel.
  public static var path: String { Channel.path }

  /// The phone number or e-mail address, as it was entered.
  public let destination: String
  /// The purpose of the code: the raw value of a ``MessageType``. A server refuses an unknown one.
  public let type: String
  /// The token of the proof that a captcha was solved: ``CaptchaProof/token``.
  public let captchaToken: Secret
  /// The state token of the pending login; nil when there is no such login.
  public let stateToken: Secret?
  /// The ID token of the signed-in user; nil when there is no such user.
  public let idToken: Secret?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - destination: The phone number or e-mail address, as it was entered.
  ///   - type: The purpose of the code: the raw value of a ``MessageType``. A server refuses an unknown
  ///     one.
  ///   - captchaToken: The token of the proof that a captcha was solved: ``CaptchaProof/token``.
  ///   - stateToken: The state token of the pending login; nil when there is no such login.
  ///   - idToken: The ID token of the signed-in user; nil when there is no such user.
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

  /// The message of this call: a JSON body, and the header fields `X-state-token` and `Authorization`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: [
      Channel.member: .string(destination), "type": .string(type),
      "captcha_token": .string(captchaToken.reveal()),
    ])
    try message.set(CallMessage.stateToken, stateToken)
    try message.setBearer(idToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header fields.
  public init(_ message: CallMessage) throws(Refusal) {
    destination = try message.body.required(Channel.member)
    type = try message.body.required("type")
    captchaToken = Secret(try message.body.required("captcha_token"))
    stateToken = message.field(CallMessage.stateToken)
    idToken = try message.bearer()
  }
}
