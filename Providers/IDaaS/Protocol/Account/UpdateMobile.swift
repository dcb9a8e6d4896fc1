// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Gives the user who is signed in another phone number: `POST /api/v2/sdk/mobile/update`.
public struct UpdateMobile: IDaaSCall {
  /// The reply.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/mobile/update`
  public static let path = "/api/v2/sdk/mobile/update"

  /// Who is signed in.
  public let idToken: Secret
  /// The new number.
  public let mobile: String
  /// The code that was sent to the new number, for ``MessageType/updateMobile``.
  public let code: Secret

  /// A call.
  public init(idToken: Secret, mobile: String, code: Secret) {
    self.idToken = idToken
    self.mobile = mobile
    self.code = code
  }

  /// The body, and the field with the user.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: [
      "mobile": .string(mobile), "verify_code": .string(code.reveal()),
    ])
    try message.setBearer(idToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.requiredBearer()
    mobile = try message.body.required("mobile")
    code = Secret(try message.body.required("verify_code"))
  }
}
