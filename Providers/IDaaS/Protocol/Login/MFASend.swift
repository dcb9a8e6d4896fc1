// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the code of a second factor: `POST /api/v2/sdk/mfa/sms`.
public struct MFASend: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = MessageSent
  /// `/api/v2/sdk/mfa/sms`
  public static let path = "/api/v2/sdk/mfa/sms"

  /// The state token of the pending login.
  public let stateToken: Secret
  /// The user's phone number, as it was entered.
  public let mobile: String

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - stateToken: The state token of the pending login.
  ///   - mobile: The user's phone number, as it was entered.
  public init(stateToken: Secret, mobile: String) {
    self.stateToken = stateToken
    self.mobile = mobile
  }

  /// The message of this call: a JSON body, and the state token in the header field `X-state-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["mobile": .string(mobile)])
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    stateToken = try message.required(CallMessage.stateToken)
    mobile = try message.body.required("mobile")
  }
}
