// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// One request and its response, as a value with two pure functions: one makes the request, the other reads
/// the response.
///
/// The owner of an HTTP transport sends what `request(in:)` returns, and passes the response to
/// ``reply(head:body:receivedAt:)``. It must not follow redirects in between: an exchange sends its secrets
/// to its own endpoint only.
public protocol Exchange: Sendable {
  /// The value that a successful response is read as.
  associatedtype Reply: Sendable

  /// Returns the HTTP request to send, without what is made for the moment of sending.
  ///
  /// - Throws: `misused` naming the argument that cannot be sent. Nothing has been sent then.
  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data)

  /// Returns the HTTP request to send, with the credentials or proofs that are made for the moment of
  /// sending. Where an exchange has no such credentials, it equals ``request()``.
  ///
  /// - Parameter environment: The clock and the random generator for the credentials.
  /// - Throws: As ``request()``; `misused` also when the credentials cannot be made.
  func request(in environment: RuntimeEnvironment) throws(OAuthError) -> (
    head: HTTPRequest, body: Data
  )

  /// Reads the response.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived; lifetimes count from it.
  /// - Throws: `refused` with the peer's code when it returned an error response, `unreadable` when the
  ///   response cannot be used, `unreachable` when the peer is unavailable or overloaded. The body is never
  ///   part of the error.
  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply
}

extension Exchange {
  /// Returns the same request as ``request()``: by default an exchange has no credentials that are made for
  /// the moment of sending.
  ///
  /// - Parameter environment: Not used.
  /// - Throws: As ``request()``.
  public func request(
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try request()
  }
}

/// An exchange with its server side: the functions that read the request and write the response.
public protocol ServedExchange: Exchange {
  /// The value that a request is read as.
  associatedtype Received: Sendable

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - head: The HTTP request: its method, path and fields.
  ///   - body: The whole body.
  /// - Throws: `refused` with the code and, where it is not the code's usual one, the status to respond
  ///   with: pass it to ``response(_:)-(OAuthError)``.
  static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received

  /// The successful response, with the status and the fields of the specification.
  static func response(_ reply: Reply) -> (head: HTTPResponse, body: Data)

  /// The error response, with the status and the fields of the specification.
  static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data)
}
