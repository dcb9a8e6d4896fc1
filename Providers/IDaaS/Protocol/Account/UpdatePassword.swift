// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Sets a password with the code of a text message: `POST /api/v2/sdk/pwd/update-by-mobile`.
public struct UpdatePassword: IDaaSCall {
  /// The reply.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/pwd/update-by-mobile`
  public static let path = "/api/v2/sdk/pwd/update-by-mobile"

  /// The user's phone number, as it was typed.
  public let mobile: String
  /// The code that was sent there.
  public let code: Secret
  /// The new password.
  public let password: Secret

  /// A call.
  public init(mobile: String, code: Secret, password: Secret) {
    self.mobile = mobile
    self.code = code
    self.password = password
  }

  /// The body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: [
      "mobile": .string(mobile), "verify_code": .string(code.reveal()),
      "password": .string(password.reveal()),
    ])
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    mobile = try message.body.required("mobile")
    code = Secret(try message.body.required("verify_code"))
    password = Secret(try message.body.required("password"))
  }
}
