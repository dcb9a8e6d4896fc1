// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// A call of the interface, for both sides: a client writes the message and reads the reply, and a server
/// reads the message and writes the reply.
public protocol IDaaSCall: Sendable {
  /// The reply of the server.
  associatedtype Reply: Sendable

  /// The HTTP method of the request.
  static var method: HTTPRequest.Method { get }
  /// The path of the request at the tenant's origin.
  static var path: String { get }

  /// Writes the parameters of the call.
  ///
  /// - Throws: `misused` naming the argument that cannot be sent. Nothing was sent.
  func message() throws(OAuthError) -> CallMessage

  /// Reads the parameters of the call.
  ///
  /// - Throws: `Refusal` with `parameterMissing`, `parameterFormat`, `parameterType` or `parameterValue`,
  ///   naming the parameter; the call is refused with it.
  init(_ message: CallMessage) throws(Refusal)

  /// Reads the reply from a response body.
  ///
  /// - Parameter json: The body; `null` for an empty one.
  /// - Throws: `unreadable` naming the member that is missing or cannot be used.
  static func reply(_ json: JSONValue) throws(OAuthError) -> Reply

  /// Writes the reply as a response body.
  static func json(_ reply: Reply) -> JSONValue
}

extension IDaaSCall {
  /// `POST`, which most calls are.
  public static var method: HTTPRequest.Method { .post }
}
