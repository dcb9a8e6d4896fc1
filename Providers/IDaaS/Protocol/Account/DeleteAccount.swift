// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Removes the user with everything of theirs: `DELETE /api/v2/sdk/account`.
public struct DeleteAccount: IDaaSCall {
  /// The reply.
  public typealias Reply = EmptyReply
  /// `DELETE`
  public static let method = HTTPRequest.Method.delete
  /// `/api/v2/sdk/account`
  public static let path = "/api/v2/sdk/account"

  /// Who is signed in.
  public let idToken: Secret
  /// A code that was sent for this.
  public let code: Secret

  /// A call.
  public init(idToken: Secret, code: Secret) {
    self.idToken = idToken
    self.code = code
  }

  /// The body, and the field with the user.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["verify_code": .string(code.reveal())])
    try message.setBearer(idToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.requiredBearer()
    code = Secret(try message.body.required("verify_code"))
  }
}
