// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Sends the solution of a captcha: `POST /api/v2/sdk/captcha/verify`.
public struct CaptchaCheck: IDaaSCall {
  /// `/api/v2/sdk/captcha/verify`
  public static let path = "/api/v2/sdk/captcha/verify"

  /// The token of the challenge.
  public let token: Secret
  /// The solution.
  public let answer: CaptchaSolution
  /// The phone number or e-mail address that the code will be sent to.
  public let sender: String
  /// The purpose of the code; nil for the purpose that the challenge was requested for.
  public let purpose: MessageType?
  /// The state token of the pending login; nil when there is no such login.
  public let stateToken: Secret?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - token: The token of the challenge.
  ///   - answer: The solution.
  ///   - sender: The phone number or e-mail address that the code will be sent to.
  ///   - purpose: The purpose of the code; nil for the purpose that the challenge was requested for.
  ///   - stateToken: The state token of the pending login; nil when there is no such login.
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

  /// The message of this call: a JSON body, and the state token in the header field `X-state-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["token": .string(token.reveal())])
    answer.write(to: &message.body)
    message.body["sender"] = .string(sender)
    message.body.set("purpose", purpose?.rawValue)
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    token = Secret(try message.body.required("token"))
    answer = try CaptchaSolution(body: message.body)
    sender = try message.body.required("sender")
    purpose = try MessageType.purpose(try message.body.optional("purpose"))
    stateToken = message.field(CallMessage.stateToken)
  }

  /// Reads the proof from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> CaptchaProof {
    let json = try json.object()
    return CaptchaProof(
      token: Secret(try json.wanted("captcha_token")), expire: json.integer("expire") ?? 0)
  }

  /// Writes the proof as the response body.
  public static func json(_ reply: CaptchaProof) -> JSONValue {
    .object([
      "captcha_token": .string(reply.token.reveal()), "expire": .number(JSONNumber(reply.expire)),
    ])
  }
}
