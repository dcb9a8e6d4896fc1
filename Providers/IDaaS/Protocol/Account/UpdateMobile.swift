// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Changes the phone number of the signed-in user: `POST /api/v2/sdk/mobile/update`.
public struct UpdateMobile: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/mobile/update`
  public static let path = "/api/v2/sdk/mobile/update"

  /// The ID token of the signed-in user.
  public let idToken: Secret
  /// The new phone number, as it was entered.
  public let mobile: String
  /// The code that was sent to the new number, for ``MessageType/updateMobile``.
  public let code: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - idToken: The ID token of the signed-in user.
  ///   - mobile: The new phone number, as it was entered.
  ///   - code: The code that was sent to the new number, for ``MessageType/updateMobile``.
  public init(idToken: Secret, mobile: String, code: Secret) {
    self.idToken = idToken
    self.mobile = mobile
    self.code = code
  }

  /// The message of this call: a JSON body, and the ID token in the header field `Authorization`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: [
      "mobile": .string(mobile), "verify_code": .string(code.reveal()),
    ])
    try message.setBearer(idToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.requiredBearer()
    mobile = try message.body.required("mobile")
    code = Secret(try message.body.required("verify_code"))
  }
}
