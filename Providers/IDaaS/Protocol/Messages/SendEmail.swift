// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Asks for a code by e-mail: `POST /api/v2/sdk/email/send`.
public struct SendEmail: IDaaSCall {
  /// `POST`
  public static let method = HTTPRequest.Method.post
  /// `/api/v2/sdk/email/send`
  public static let path = "/api/v2/sdk/email/send"

  /// Where it goes, as it was typed.
  public let email: String
  /// What it is for: the text of a ``MessageType``. A server refuses one it doesn't know.
  public let type: String
  /// The proof of a captcha.
  public let captchaToken: Secret
  /// The login that waits for it, if there is one.
  public let stateToken: Secret?
  /// Who asks, where somebody is signed in.
  public let idToken: Secret?

  /// A call.
  public init(
    email: String, type: String, captchaToken: Secret, stateToken: Secret? = nil,
    idToken: Secret? = nil
  ) {
    self.email = email
    self.type = type
    self.captchaToken = captchaToken
    self.stateToken = stateToken
    self.idToken = idToken
  }

  /// The body, and the fields with the login and the person.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: [
      "email": .string(email), "type": .string(type),
      "captcha_token": .string(captchaToken.reveal()),
    ])
    try message.set(CallMessage.stateToken, stateToken)
    try message.setBearer(idToken)
    return message
  }

  /// Reads the body and the fields.
  public init(_ message: CallMessage) throws(Refusal) {
    email = try message.body.required("email")
    type = try message.body.required("type")
    captchaToken = Secret(try message.body.required("captcha_token"))
    stateToken = message.field(CallMessage.stateToken)
    idToken = try message.bearer()
  }

  /// Reads the answer.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> MessageSent {
    try MessageSent(json: json)
  }

  /// Writes the answer.
  public static func json(_ reply: MessageSent) -> JSONValue { reply.json }
}
