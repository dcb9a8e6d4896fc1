// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

/// A call that carries nothing but the caller's fields.
public protocol BareCall: IDaaSCall {
  /// Creates the call.
  init()
}

extension BareCall {
  /// `GET`
  public static var method: HTTPRequest.Method { .get }

  /// An empty message.
  public func message() throws(OAuthError) -> CallMessage { CallMessage() }

  /// Ignores the message.
  public init(_ message: CallMessage) throws(Refusal) { self.init() }
}
