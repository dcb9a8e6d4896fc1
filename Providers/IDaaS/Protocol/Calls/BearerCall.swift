// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

/// A call whose only parameter is the ID token of the signed-in user.
public protocol BearerCall: IDaaSCall {
  /// The ID token of the signed-in user.
  var idToken: Secret { get }

  /// Creates the call.
  init(idToken: Secret)
}

extension BearerCall {
  /// `GET`
  public static var method: HTTPRequest.Method { .get }

  /// The message of this call: the ID token in the header field `Authorization`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.setBearer(idToken)
    return message
  }

  /// Reads the call from a message: the ID token in the header field `Authorization`.
  public init(_ message: CallMessage) throws(Refusal) {
    self.init(idToken: try message.requiredBearer())
  }
}
