// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Asks for the code of a second factor: `POST /api/v2/sdk/mfa/sms`.
public struct MFASend: IDaaSCall {
  /// The reply.
  public typealias Reply = MessageSent
  /// `/api/v2/sdk/mfa/sms`
  public static let path = "/api/v2/sdk/mfa/sms"

  /// The login that waits for it.
  public let stateToken: Secret
  /// The user's phone number, as it was typed.
  public let mobile: String

  /// A call.
  public init(stateToken: Secret, mobile: String) {
    self.stateToken = stateToken
    self.mobile = mobile
  }

  /// The body, and the field with the login.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["mobile": .string(mobile)])
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    stateToken = try message.required(CallMessage.stateToken)
    mobile = try message.body.required("mobile")
  }
}
