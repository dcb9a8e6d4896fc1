// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Deletes the signed-in user with all data of the user: `DELETE /api/v2/sdk/account`.
public struct DeleteAccount: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = EmptyReply
  /// `DELETE`
  public static let method = HTTPRequest.Method.delete
  /// `/api/v2/sdk/account`
  public static let path = "/api/v2/sdk/account"

  /// The ID token of the signed-in user.
  public let idToken: Secret
  /// A code that was sent for ``MessageType/deleteAccount``.
  public let code: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - idToken: The ID token of the signed-in user.
  ///   - code: A code that was sent for ``MessageType/deleteAccount``.
  public init(idToken: Secret, code: Secret) {
    self.idToken = idToken
    self.code = code
  }

  /// The message of this call: a JSON body, and the ID token in the header field `Authorization`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["verify_code": .string(code.reveal())])
    try message.setBearer(idToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.requiredBearer()
    code = Secret(try message.body.required("verify_code"))
  }
}
