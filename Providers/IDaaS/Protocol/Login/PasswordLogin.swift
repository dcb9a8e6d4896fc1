// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in by password: `POST /api/v2/sdk/login`.
public struct PasswordLogin: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/login`
  public static let path = "/api/v2/sdk/login"

  /// The user name.
  public let username: String
  /// The password.
  public let password: Secret

  /// A login.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }

  /// The body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["user_name": .string(username), "password": .string(password.reveal())])
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    username = try message.body.required("user_name")
    password = Secret(try message.body.required("password"))
  }
}
