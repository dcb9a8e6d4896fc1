// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// One request and its reply, as a value: two pure functions with the wire between them.
///
/// The owner of a transport sends what ``request()`` returns and hands the answer to
/// ``reply(head:body:receivedAt:)``. Redirects are never followed in between: the address of an
/// exchange is where its secrets may go.
public protocol Exchange: Sendable {
  /// What the peer's answer means.
  associatedtype Reply: Sendable

  /// The request to send.
  ///
  /// - Throws: `misused` when what the exchange was made of cannot be sent. Nothing has been sent
  ///   then.
  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data)

  /// The request to send, for exchanges that prove something about the moment they are sent in; any other's
  /// is ``request()``.
  ///
  /// - Parameter environment: The time and the randomness for the proof.
  /// - Throws: As ``request()``.
  func request(in environment: RuntimeEnvironment) throws(OAuthError) -> (
    head: HTTPRequest, body: Data
  )

  /// Reads the answer.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: When the response arrived; lifetimes count from it.
  /// - Throws: `refused` when the peer returned an error, `unreadable` when the answer cannot be used,
  ///   `unreachable` when the peer said that it cannot answer now. The body is never part of the
  ///   error.
  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply
}

extension Exchange {
  /// The request, which proves nothing about the moment.
  public func request(
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try request()
  }
}

/// An exchange whose other side is here as well: what a server reads and writes.
public protocol ServedExchange: Exchange {
  /// What the request means to the server.
  associatedtype Received: Sendable

  /// Reads a request.
  ///
  /// - Throws: `refused` with the code and, where it is not the code's usual one, the status to
  ///   answer with: hand it to ``response(_:)-(OAuthError)``.
  static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received

  /// The successful response.
  static func response(_ reply: Reply) -> (head: HTTPResponse, body: Data)

  /// The error response, with the status and the fields of the specification.
  static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data)
}
