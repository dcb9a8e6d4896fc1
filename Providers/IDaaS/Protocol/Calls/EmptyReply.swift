// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The reply of a call that succeeds without a value. It is written as `{}`; any body is accepted.
public struct EmptyReply: IDaaSReply, Hashable {
  /// Creates the reply.
  public init() {}

  /// Ignores the body.
  public init(json: JSONValue) throws(OAuthError) {}

  /// `{}`
  public var json: JSONValue { .object([:]) }
}
