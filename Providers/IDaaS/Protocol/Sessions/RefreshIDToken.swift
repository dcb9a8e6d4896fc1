// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the next ID token with the session token: `POST /api/v2/sdk/sso/session-token/id-token`.
public struct RefreshIDToken: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = RefreshedTokens
  /// `/api/v2/sdk/sso/session-token/id-token`
  public static let path = "/api/v2/sdk/sso/session-token/id-token"

  /// The newest session token: the header field `session-token`.
  public let sessionToken: Secret
  /// The client identifier of the application that the ID token is for; nil for this application.
  public let audience: String?

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - sessionToken: The newest session token: the header field `session-token`.
  ///   - audience: The client identifier of the application that the ID token is for; nil for this
  ///     application.
  public init(sessionToken: Secret, audience: String? = nil) {
    self.sessionToken = sessionToken
    self.audience = audience
  }

  /// The message of this call: a JSON body, and the header field `session-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    message.body.set("audience", audience)
    try message.set(CallMessage.sessionToken, sessionToken)
    return message
  }

  /// Reads the call from a message: its JSON body, and the header field `session-token`.
  public init(_ message: CallMessage) throws(Refusal) {
    sessionToken = try message.required(CallMessage.sessionToken)
    audience = try message.body.optional("audience")
  }
}
