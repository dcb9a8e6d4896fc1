// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in by the code of a text message: `POST /api/v2/sdk/login/mobile-verify-code`.
public struct MobileLogin: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/login/mobile-verify-code`
  public static let path = "/api/v2/sdk/login/mobile-verify-code"

  /// The phone number, as it was typed.
  public let mobile: String
  /// The code that was sent there.
  public let code: Secret

  /// A login.
  public init(mobile: String, code: Secret) {
    self.mobile = mobile
    self.code = code
  }

  /// The body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["mobile": .string(mobile), "verify_code": .string(code.reveal())])
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    mobile = try message.body.required("mobile")
    code = Secret(try message.body.required("verify_code"))
  }
}
