// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// One call of the interface, in both directions: a client writes the message and reads the reply, a server
/// reads the message and writes the reply.
public protocol IDaaSCall: Sendable {
  /// What the server answers.
  associatedtype Reply: Sendable

  /// The method of the request.
  static var method: HTTPRequest.Method { get }
  /// The path of the request, under the tenant's origin.
  static var path: String { get }

  /// What is sent.
  ///
  /// - Throws: `misused` naming the argument which cannot be sent.
  func message() throws(OAuthError) -> CallMessage

  /// Reads what was sent.
  ///
  /// - Throws: `parameterMissing`, `parameterFormat`, `parameterType` or `parameterValue`, naming the
  ///   parameter.
  init(_ message: CallMessage) throws(Refusal)

  /// Reads the response's body; `null` where it was empty.
  ///
  /// - Throws: `unreadable` when it cannot be used.
  static func reply(_ json: JSONValue) throws(OAuthError) -> Reply

  /// Writes the response's body.
  static func json(_ reply: Reply) -> JSONValue
}

extension IDaaSCall {
  /// `POST`, which most calls are.
  public static var method: HTTPRequest.Method { .post }
}
