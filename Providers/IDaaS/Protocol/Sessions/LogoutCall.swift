// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Ends the session: `POST /api/v2/sdk/logout`. Servers accept `GET` as well.
public struct LogoutCall: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/logout`
  public static let path = "/api/v2/sdk/logout"

  /// The ID token of the signed-in user; nil when only the session token is sent.
  public let idToken: Secret?
  /// The session token; nil when only the ID token is sent.
  public let sessionToken: Secret?

  /// Creates the call. At least one of the tokens is necessary.
  ///
  /// - Parameters:
  ///   - idToken: The ID token of the signed-in user.
  ///   - sessionToken: The session token.
  public init(idToken: Secret? = nil, sessionToken: Secret? = nil) {
    self.idToken = idToken
    self.sessionToken = sessionToken
  }

  /// The message of this call: the tokens in the header fields `Authorization` and `session-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.setBearer(idToken)
    try message.set(CallMessage.sessionToken, sessionToken)
    return message
  }

  /// Reads the call from a message: the header fields `Authorization` and `session-token`.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.bearer()
    sessionToken = message.field(CallMessage.sessionToken)
    guard idToken != nil || sessionToken != nil else {
      throw Refusal(.parameterMissing, CallMessage.sessionToken, detail: .missingParameter)
    }
  }
}
