// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Gets the next ID token: `POST /api/v2/sdk/sso/session-token/id-token`.
public struct RefreshIDToken: IDaaSCall {
  /// The reply.
  public typealias Reply = RefreshedTokens
  /// `/api/v2/sdk/sso/session-token/id-token`
  public static let path = "/api/v2/sdk/sso/session-token/id-token"

  /// The session: the field `session-token`.
  public let sessionToken: Secret
  /// For whom the ID token is; nil for this application.
  public let audience: String?

  /// A refresh.
  public init(sessionToken: Secret, audience: String? = nil) {
    self.sessionToken = sessionToken
    self.audience = audience
  }

  /// The field with the session, and the body.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    message.body.set("audience", audience)
    try message.set(CallMessage.sessionToken, sessionToken)
    return message
  }

  /// Reads the field and the body.
  public init(_ message: CallMessage) throws(Refusal) {
    sessionToken = try message.required(CallMessage.sessionToken)
    audience = try message.body.optional("audience")
  }
}
