// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Ends a login with the code of a second factor: `POST /api/v2/sdk/mfa/sms/verify`.
public struct MFAVerify: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
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
}
