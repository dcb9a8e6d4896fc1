// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Undoes a link: `POST /api/v2/sdk/social/unbind-account`.
public struct UnbindAccount: IDaaSCall {
  /// `POST`
  public static let method = HTTPRequest.Method.post
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

  /// The body, and the field with the person.
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

  /// Whatever is answered with yes.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> EmptyReply { EmptyReply() }

  /// Writes a yes.
  public static func json(_ reply: EmptyReply) -> JSONValue { reply.json }
}
