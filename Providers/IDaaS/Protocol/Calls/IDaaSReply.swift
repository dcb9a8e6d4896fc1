// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// A reply that is a JSON value in both directions.
public protocol IDaaSReply: Sendable {
  /// Reads the response's body; `null` where it was empty.
  ///
  /// - Throws: `unreadable` when it cannot be used.
  init(json: JSONValue) throws(OAuthError)

  /// The response's body.
  var json: JSONValue { get }
}

extension IDaaSCall where Reply: IDaaSReply {
  /// Reads the reply.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> Reply { try Reply(json: json) }

  /// Writes the reply.
  public static func json(_ reply: Reply) -> JSONValue { reply.json }
}
