// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in with a password: `POST /api/v2/sdk/login`.
public struct PasswordLogin: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/login`
  public static let path = "/api/v2/sdk/login"

  /// The name with which the user signs in.
  public let username: String
  /// The password.
  public let password: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - username: The name with which the user signs in.
  ///   - password: The password.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }

  /// The message of this call: a JSON body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["user_name": .string(username), "password": .string(password.reveal())])
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    username = try message.body.required("user_name")
    password = Secret(try message.body.required("password"))
  }
}
