// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// A reply that can be read from and written as a JSON value.
public protocol IDaaSReply: Sendable {
  /// Reads the reply from a response body.
  ///
  /// - Parameter json: The body; `null` for an empty one.
  /// - Throws: `unreadable` naming the member that is missing or cannot be used.
  init(json: JSONValue) throws(OAuthError)

  /// The reply as a response body.
  var json: JSONValue { get }
}

extension IDaaSCall where Reply: IDaaSReply {
  /// Reads the reply from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> Reply { try Reply(json: json) }

  /// Writes the reply as the response body.
  public static func json(_ reply: Reply) -> JSONValue { reply.json }
}
