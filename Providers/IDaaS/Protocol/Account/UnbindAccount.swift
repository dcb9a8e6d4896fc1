// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Undoes a link: `POST /api/v2/sdk/social/unbind-account`.
public struct UnbindAccount: IDaaSCall {
  /// The reply.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/social/unbind-account`
  public static let path = "/api/v2/sdk/social/unbind-account"

  /// Who is signed in.
  public let idToken: Secret
  /// The link: ``SocialAccount/id``.
  public let id: String
  /// A code that was sent for this; nil right after signing in.
  public let code: Secret?

  /// A call.
  public init(idToken: Secret, id: String, code: Secret? = nil) {
    self.idToken = idToken
    self.id = id
    self.code = code
  }

  /// The body, and the field with the user.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage(body: ["id": .string(id)])
    message.body.set("verify_code", code?.reveal())
    try message.setBearer(idToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.requiredBearer()
    id = try message.body.required("id")
    code = try message.body.optional("verify_code").map { Secret($0) }
  }
}
