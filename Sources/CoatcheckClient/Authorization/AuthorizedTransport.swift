// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// A transport that sends requests on behalf of a user.
///
/// ```swift
/// let service = AuthorizedTransport(session, redirects: .follow())
/// let response = try await service.open(request, body: .file(path: "film.mp4"), limit: .unlimited)
/// {
///   print($0.bytes, "of", $0.total ?? 0)
/// }
/// try await response.save(to: "receipt.pdf")
/// ```
///
/// When the service rejects the token nevertheless, it is replaced and the request is sent once
/// more, its body made again; all callers that use the session share that refresh. Authorization
/// goes to the origin of the
/// request and nowhere else, and never over plain `http` to another machine.
///
/// A body that can be made only once (``RequestBody/once(length:_:)``) is sent once: when its token
/// is rejected, the token is replaced nevertheless, and the error says that the request must be
/// made again.
public struct AuthorizedTransport: HTTPTransport {
  let session: Session?
  let authorizer: any Authorizer
  let redirects: RedirectRules
  let transport: any HTTPTransport
  let environment: RuntimeEnvironment

  /// Creates a transport that authorizes requests with the tokens of a session.
  ///
  /// - Parameters:
  ///   - session: The session whose tokens are sent, and refreshed when they are about to expire.
  ///   - authorizer: Adds the token to each request and detects a rejected token; nil for the
  ///     authorizer of the provider's dialect (``Session/authorizer``).
  ///   - redirects: Whether redirects are followed; they are returned as responses unless given.
  ///   - transport: Sends the requests; nil for the transport of the session.
  public init(
    _ session: Session, authorizer: (any Authorizer)? = nil,
    redirects: RedirectRules = .returned, transport: (any HTTPTransport)? = nil
  ) {
    self.session = session
    self.authorizer = authorizer ?? session.authorizer
    self.redirects = redirects
    self.transport = transport ?? session.transport
    environment = session.environment
  }

  /// Creates a transport for a client that acts on its own behalf: its authorizer needs no session.
  ///
  /// - Parameters:
  ///   - authorizer: Authorizes the requests, such as ``ClientCredentialsAuthorizer``.
  ///   - redirects: Whether redirects are followed; they are returned as responses unless given.
  ///   - transport: Sends the requests.
  ///   - environment: The clocks and the random generator for the authorizer.
  public init(
    authorizer: any Authorizer, redirects: RedirectRules = .returned,
    transport: any HTTPTransport, environment: RuntimeEnvironment = .live
  ) {
    session = nil
    self.authorizer = authorizer
    self.redirects = redirects
    self.transport = transport
    self.environment = environment
  }

  /// Sends a request, and reads the whole response.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: The body of the request; empty for none.
  ///   - limit: The maximum length of the response body, and the time for each attempt.
  /// - Returns: The response, whatever its status, except a rejected token.
  /// - Throws: `refused` with `invalidToken` when a fresh token is rejected as well; `misused` when the
  ///   request cannot be authorized: nothing was sent; `redirectRefused` when a redirect may not be
  ///   followed; else as ``Session/accessToken()`` and the transport.
  public func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let transport = transport
    var exchange = try AuthorizedExchange(self, request, .data(body)) {
      request, body, _ async throws(OAuthError) in
      // The whole body is in memory already, and the deadline holds for the whole response.
      let data = try await body.collected(upTo: .max)
      let (head, answer) = try await transport.send(request, body: data, limit: limit)
      return StreamedResponse(head: head, body: ResponseBody(answer))
    }
    let response = try await exchange.response()
    return (response.head, try await response.body.collect(upTo: .max))
  }

  /// Sends a request whose body may be a stream, and returns when the head of the response has been
  /// received.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: The body; it is made again when the request has to be sent again.
  ///   - limit: The maximum length of the response body, and the maximum time without a byte in either
  ///     direction.
  /// - Returns: The response, whatever its status, except a rejected token.
  /// - Throws: As ``send(_:body:limit:)``.
  public func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    try await open(request, body: body, limit: limit, progress: nil)
  }

  /// Sends a request whose body may be a stream, reports the progress, and returns when the head of the
  /// response has been received.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: The body; it is made again when the request has to be sent again.
  ///   - limit: The maximum length of the response body, and the maximum time without a byte in either
  ///     direction.
  ///   - progress: Called for each chunk of both bodies; nil for no reports.
  /// - Returns: The response, whatever its status, except a rejected token.
  /// - Throws: As ``send(_:body:limit:)``.
  public func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(OAuthError) -> StreamedResponse {
    let transport = transport
    var exchange = try AuthorizedExchange(self, request, body) {
      request, body, attempt async throws(OAuthError) in
      var body = body
      if let progress {
        let known = body.onSent
        body.onSent = { sent, total in
          known?(sent, total)
          progress(
            TransferProgress(direction: .upload, attempt: attempt, bytes: sent, total: total))
        }
      }
      return try await transport.open(request, body: body, limit: limit)
    }
    var response = try await exchange.response()
    if let progress {
      let attempt = exchange.attempts
      response.body = response.body.reporting(total: response.length) { taken, total in
        progress(
          TransferProgress(direction: .download, attempt: attempt, bytes: taken, total: total))
      }
    }
    return response
  }
}
