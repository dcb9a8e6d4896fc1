// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

/// A call that carries nothing but the ID token of the user who is signed in.
public protocol BearerCall: IDaaSCall {
  /// Who is signed in.
  var idToken: Secret { get }

  /// Creates the call.
  init(idToken: Secret)
}

extension BearerCall {
  /// `GET`
  public static var method: HTTPRequest.Method { .get }

  /// The field.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    try message.setBearer(idToken)
    return message
  }

  /// Reads the field.
  public init(_ message: CallMessage) throws(Refusal) {
    self.init(idToken: try message.requiredBearer())
  }
}
