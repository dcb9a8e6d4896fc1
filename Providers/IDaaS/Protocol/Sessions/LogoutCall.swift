// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Ends the session: `POST /api/v2/sdk/logout`. Servers take `GET` as well.
public struct LogoutCall: IDaaSCall {
  /// The reply.
  public typealias Reply = EmptyReply
  /// `/api/v2/sdk/logout`
  public static let path = "/api/v2/sdk/logout"

  /// Who is signed in.
  public let idToken: Secret?
  /// The session.
  public let sessionToken: Secret?

  /// A call; one of the two is enough.
  public init(idToken: Secret? = nil, sessionToken: Secret? = nil) {
    self.idToken = idToken
    self.sessionToken = sessionToken
  }

  /// The fields.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.setBearer(idToken)
    try message.set(CallMessage.sessionToken, sessionToken)
    return message
  }

  /// Reads the fields.
  public init(_ message: CallMessage) throws(Refusal) {
    idToken = try message.bearer()
    sessionToken = message.field(CallMessage.sessionToken)
    guard idToken != nil || sessionToken != nil else {
      throw Refusal(.parameterMissing, CallMessage.sessionToken, detail: .missingParameter)
    }
  }
}
