// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Sets a new password with a code in a text message: `POST /api/v2/sdk/pwd/update-by-mobile`.
public struct UpdatePassword: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/pwd/update-by-mobile`
  public static let path = "/api/v2/sdk/pwd/update-by-mobile"

  /// The user's phone number, as it was entered.
  public let mobile: String
  /// The code that was sent to the phone number.
  public let code: Secret
  /// The new password.
  public let password: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - mobile: The user's phone number, as it was entered.
  ///   - code: The code that was sent to the phone number.
  ///   - password: The new password.
  public init(mobile: String, code: Secret, password: Secret) {
    self.mobile = mobile
    self.code = code
    self.password = password
  }

  /// The message of this call: a JSON body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: [
      "mobile": .string(mobile), "verify_code": .string(code.reveal()),
      "password": .string(password.reveal()),
    ])
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    mobile = try message.body.required("mobile")
    code = Secret(try message.body.required("verify_code"))
    password = Secret(try message.body.required("password"))
  }
}
