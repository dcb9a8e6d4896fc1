// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the next ID token with an encrypted session token:
/// `POST /api/v2/sdk/session-token/refresh-id-token`.
public struct SignedRefreshIDToken: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = RefreshedTokens
  /// `/api/v2/sdk/session-token/refresh-id-token`
  public static let path = "/api/v2/sdk/session-token/refresh-id-token"

  /// The session token, the time and a nonce, encrypted with the application's public key, in base64: the
  /// header field `X-signature`.
  public let signature: String

  /// Creates the call.
  ///
  /// - Parameter signature: The session token, the time and a nonce, encrypted with the application's
  ///   public key, in base64: the header field `X-signature`.
  public init(signature: String) { self.signature = signature }

  /// The message of this call: the header field `X-signature`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.set(CallMessage.signature, Secret(signature))
    return message
  }

  /// Reads the call from a message: the header field `X-signature`.
  public init(_ message: CallMessage) throws(Refusal) {
    signature = try message.required(CallMessage.signature).reveal()
  }
}
