// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Sends one HTTP request and returns the answer to it, whatever its status.
///
/// A transport never follows redirects, stores no cookies and caches nothing: the protocol decides what
/// an answer means. Linux has `AsyncHTTPTransport`, Apple's platforms `URLSessionTransport`; a test
/// writes its own:
///
/// ```swift
/// struct Unplugged: HTTPTransport {
///   func send(
///     _ request: HTTPRequest, body: Data, limit: ResponseLimit
///   ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
///     throw .unreachable(.connectionFailed, "The cable is out.")
///   }
/// }
/// ```
public protocol HTTPTransport: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: An `https` request, or an `http` request to this machine.
  ///   - body: The request's body; empty for none.
  ///   - limit: The longest body to read, and the time for head and body together.
  /// - Throws: `unreachable` with `timedOut`, `connectionFailed` or `cancelled`; `unreadable` when the
  ///   answer is no HTTP or longer than the limit; `misused` when the request cannot be sent. Whether
  ///   the server acted on the request is known only after `misused`: it did not.
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data)

  /// Sends a request whose body may be a stream, and returns when the head of the response is there, while
  /// its body and even the rest of the request are still under way.
  ///
  /// A transport that has only ``send(_:body:limit:)`` gets one that keeps both bodies in memory: it sends
  /// at most 64 MiB.
  ///
  /// - Parameters:
  ///   - request: An `https` request, or an `http` request to this machine. Its `Content-Length` is set by
  ///     the transport.
  ///   - body: The request's body, which is read as fast as the peer takes it.
  ///   - limit: The longest body to read, and the longest time without a byte in either direction. The
  ///     time in which this program makes the next chunk, or deals with the last one, does not count.
  /// - Throws: As ``send(_:body:limit:)``; `misused` naming `body` also when the body cannot be read or
  ///   turns out to be of another length than was said: the server got no complete request then.
  func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse
}

extension HTTPTransport {
  /// Does one exchange of the protocol: builds the request, sends it, reads the reply.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - limit: The longest reply to read, and the time for all of it.
  ///   - environment: The clock which says when the reply was received.
  ///   - clock: What learns the issuer's time from the reply.
  /// - Throws: What the transport or the exchange throws.
  public func perform<E: Exchange>(
    _ exchange: E, limit: ResponseLimit = .standard, environment: RuntimeEnvironment,
    clock: ServerClock? = nil
  ) async throws(OAuthError) -> E.Reply {
    let (head, body) = try exchange.request(in: environment)
    let sent = environment.now()
    let reply = try await send(head, body: body, limit: limit)
    let received = environment.now()
    clock?.learn(from: reply.head, sent: sent, received: received)
    return try exchange.reply(head: reply.head, body: reply.body, receivedAt: received)
  }
}
