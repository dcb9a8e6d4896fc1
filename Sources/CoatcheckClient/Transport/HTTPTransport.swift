// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Sends one HTTP request and returns the response to it, whatever its status.
///
/// A transport never follows redirects, stores no cookies and caches nothing: the protocol decides what a
/// response means. Linux has `AsyncHTTPTransport`, Apple's platforms `URLSessionTransport`; a test writes
/// its own:
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
  /// Sends a request, and reads the whole response.
  ///
  /// - Parameters:
  ///   - request: An `https` request, or an `http` request to this machine.
  ///   - body: The body of the request; empty for none.
  ///   - limit: The longest response body to read, and the time for head and body together.
  /// - Throws: `unreachable` with `timedOut`, `connectionFailed` or `cancelled`; `unreadable` with
  ///   `replyMalformed` when the response is not HTTP or longer than the limit, or with
  ///   `certificateMismatch` when the certificate of the server is not what the trust rules for its host
  ///   require; `misused` when the request cannot be sent. After `misused` and `certificateMismatch`
  ///   nothing of the request was sent; after the others the server may have acted on it.
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
  ///   - body: The body of the request, which is read as fast as the peer takes it.
  ///   - limit: The longest response body to read, and the longest time without a byte in either direction.
  ///     The time in which this program makes the next chunk, or deals with the last one, does not count.
  /// - Throws: As ``send(_:body:limit:)``; `misused` naming `body` also when the body cannot be read or has
  ///   another length than it declares: the server got no complete request then. Reading the body of the
  ///   response throws the same errors.
  func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse
}

extension HTTPTransport {
  /// Performs one exchange of the protocol: builds the request, sends it, and reads the reply.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - limit: The longest response body to read, and the time for all of it; 1 MiB and 10 seconds unless
  ///     given.
  ///   - environment: The clock that says when the response was received, and the randomness for the
  ///     request.
  ///   - clock: What learns the authorization server's time from the response; nil for no such clock.
  /// - Throws: What ``send(_:body:limit:)`` throws, or what the exchange throws for the request or the
  ///   response, such as `refused` for an error response.
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
