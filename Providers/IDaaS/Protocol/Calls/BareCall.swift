// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

/// A call without parameters: it carries only the header fields of ``IDaaSCaller``.
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
