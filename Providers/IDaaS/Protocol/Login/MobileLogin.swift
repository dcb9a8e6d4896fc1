// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in with a code in a text message: `POST /api/v2/sdk/login/mobile-verify-code`.
public struct MobileLogin: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/login/mobile-verify-code`
  public static let path = "/api/v2/sdk/login/mobile-verify-code"

  /// The phone number, as it was entered.
  public let mobile: String
  /// The code that the user entered.
  public let code: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - mobile: The phone number, as it was entered.
  ///   - code: The code that the user entered.
  public init(mobile: String, code: Secret) {
    self.mobile = mobile
    self.code = code
  }

  /// The message of this call: a JSON body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["mobile": .string(mobile), "verify_code": .string(code.reveal())])
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    mobile = try message.body.required("mobile")
    code = Secret(try message.body.required("verify_code"))
  }
}
