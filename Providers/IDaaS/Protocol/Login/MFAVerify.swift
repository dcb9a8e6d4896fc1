// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Ends a login with the code of a second factor: `POST /api/v2/sdk/mfa/sms/verify`.
public struct MFAVerify: IDaaSCall {
  /// `POST`
  public static let method = HTTPRequest.Method.post
  /// `/api/v2/sdk/mfa/sms/verify`
  public static let path = "/api/v2/sdk/mfa/sms/verify"

  /// The login that waits for it.
  public let stateToken: Secret
  /// The code.
  public let code: Secret

  /// A call.
  public init(stateToken: Secret, code: Secret) {
    self.stateToken = stateToken
    self.code = code
  }

  /// The body, and the field with the login.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["verify_code": .string(code.reveal())])
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    stateToken = try message.required(CallMessage.stateToken)
    code = Secret(try message.body.required("verify_code"))
  }

  /// Reads the answer.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> LoginReply {
    try LoginReply(json: json)
  }

  /// Writes the answer.
  public static func json(_ reply: LoginReply) -> JSONValue { reply.json }
}
