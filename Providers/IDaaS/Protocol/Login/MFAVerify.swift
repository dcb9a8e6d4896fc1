// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Completes a login with the code of a second factor: `POST /api/v2/sdk/mfa/sms/verify`.
public struct MFAVerify: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/mfa/sms/verify`
  public static let path = "/api/v2/sdk/mfa/sms/verify"

  /// The state token of the pending login.
  public let stateToken: Secret
  /// The code that the user entered.
  public let code: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - stateToken: The state token of the pending login.
  ///   - code: The code that the user entered.
  public init(stateToken: Secret, code: Secret) {
    self.stateToken = stateToken
    self.code = code
  }

  /// The message of this call: a JSON body, and the state token in the header field `X-state-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["verify_code": .string(code.reveal())])
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    stateToken = try message.required(CallMessage.stateToken)
    code = Secret(try message.body.required("verify_code"))
  }
}
