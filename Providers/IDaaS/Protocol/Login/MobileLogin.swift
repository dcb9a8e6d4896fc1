// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Signs in by the code of a text message: `POST /api/v2/sdk/login/mobile-verify-code`.
public struct MobileLogin: IDaaSCall {
  /// `POST`
  public static let method = HTTPRequest.Method.post
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

  /// Reads the answer.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> LoginReply {
    try LoginReply(json: json)
  }

  /// Writes the answer.
  public static func json(_ reply: LoginReply) -> JSONValue { reply.json }
}
