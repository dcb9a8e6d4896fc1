// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Gets the next ID token, in the signed mode: `POST /api/v2/sdk/session-token/refresh-id-token`.
public struct SignedRefreshIDToken: IDaaSCall {
  /// The reply.
  public typealias Reply = RefreshedTokens
  /// `/api/v2/sdk/session-token/refresh-id-token`
  public static let path = "/api/v2/sdk/session-token/refresh-id-token"

  /// The session, the time and a nonce, sealed for the application's key: the field `X-signature`.
  public let signature: String

  /// A refresh.
  public init(signature: String) { self.signature = signature }

  /// The field.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.set(CallMessage.signature, Secret(signature))
    return message
  }

  /// Reads the field.
  public init(_ message: CallMessage) throws(Refusal) {
    signature = try message.required(CallMessage.signature).reveal()
  }
}
