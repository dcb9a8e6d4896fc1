// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Removes the link of a social account: `POST /api/v2/sdk/social/unbind-account`.
public struct UnbindAccount: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/social/unbind-account`
  public static let path = "/api/v2/sdk/social/unbind-account"

  /// The ID token of the signed-in user.
  public let idToken: Secret
  /// The identifier of the link: ``SocialAccount/id``.
  public let id: String
  /// A code that was sent for ``MessageType/unbindSocial``; nil right after a sign-in.
  public let code: Secret?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - idToken: The ID token of the signed-in user.
  ///   - id: The identifier of the link: ``SocialAccount/id``.
  ///   - code: A code that was sent for ``MessageType/unbindSocial``; nil right after a sign-in.
  public init(idToken: Secret, id: String, code: Secret? = nil) {
    self.idToken = idToken
    self.id = id
    self.code = code
  }

  /// The message of this call: a JSON body, and the ID token in the header field `Authorization`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["id": .string(id)])
    message.body.set("verify_code", code?.reveal())
    try message.setBearer(idToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.requiredBearer()
    id = try message.body.required("id")
    code = try message.body.optional("verify_code").map { Secret($0) }
  }
}
