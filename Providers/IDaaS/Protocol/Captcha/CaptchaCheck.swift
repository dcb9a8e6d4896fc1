// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Answers a captcha: `POST /api/v2/sdk/captcha/verify`.
public struct CaptchaCheck: IDaaSCall {
  /// `/api/v2/sdk/captcha/verify`
  public static let path = "/api/v2/sdk/captcha/verify"

  /// The captcha's name.
  public let token: Secret
  /// The answer.
  public let answer: CaptchaSolution
  /// The phone number or e-mail address that a code is wanted for.
  public let sender: String
  /// What the code is for; nil leaves that to the captcha.
  public let purpose: MessageType?
  /// The login that waits, if there is one.
  public let stateToken: Secret?

  /// An answer.
  public init(
    token: Secret, answer: CaptchaSolution, sender: String, purpose: MessageType? = nil,
    stateToken: Secret? = nil
  ) {
    self.token = token
    self.answer = answer
    self.sender = sender
    self.purpose = purpose
    self.stateToken = stateToken
  }

  /// The body, and the field with the login.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["token": .string(token.reveal())])
    answer.write(to: &message.body)
    message.body["sender"] = .string(sender)
    message.body.set("purpose", purpose?.rawValue)
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    token = Secret(try message.body.required("token"))
    answer = try CaptchaSolution(body: message.body)
    sender = try message.body.required("sender")
    purpose = try MessageType.purpose(try message.body.optional("purpose"))
    stateToken = message.field(CallMessage.stateToken)
  }

  /// Reads the proof.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> CaptchaProof {
    let json = try json.object()
    return CaptchaProof(
      token: Secret(try json.wanted("captcha_token")), expire: json.integer("expire") ?? 0)
  }

  /// Writes the proof.
  public static func json(_ reply: CaptchaProof) -> JSONValue {
    .object([
      "captcha_token": .string(reply.token.reveal()), "expire": .number(JSONNumber(reply.expire)),
    ])
  }
}
