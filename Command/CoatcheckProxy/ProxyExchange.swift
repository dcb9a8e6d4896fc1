// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Responds to a request to the proxy: sends it to the API with the access token, and forwards the
/// response.
package struct ProxyExchange: Sendable {
  typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

  private let admission: ProxyAdmission
  private let service: ProxiedService
  private let session: ProxiedSession
  private let signIn: String
  private let log: @Sendable (String) -> Void

  /// How much of a body is kept, so that the request can be sent again after a refresh: 1 MiB.
  private static let keptBytes = 1 << 20
  /// A long deadline, since some APIs respond slowly; callers have timeouts of their own.
  private static let limit = ResponseLimit(bytes: .max, deadline: .seconds(300))

  /// Creates the exchange for all requests of one proxy.
  ///
  /// - Parameters:
  ///   - admission: Decides which requests are forwarded.
  ///   - service: The API that gets the requests.
  ///   - session: The session whose access token is added to the requests.
  ///   - signIn: The command line with which the user signs in again after the session has ended; it is a
  ///     part of the error response.
  ///   - log: Receives a line for each request, without secrets: the method, the path and the status. It
  ///     may be called from any thread.
  package init(
    _ admission: ProxyAdmission, _ service: ProxiedService, _ session: ProxiedSession,
    signIn: String,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.admission = admission
    self.service = service
    self.session = session
    self.signIn = signIn
    self.log = log
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - parts: What follows the head.
  ///   - caller: Takes the response.
  /// - Returns: Whether the connection can take another request.
  /// - Throws: When the connection has ended, or a response that was begun cannot be completed.
  func answer(
    _ head: HTTPRequestHead, _ parts: inout Parts, to caller: ProxyCaller
  ) async throws -> Bool {
    let request: HTTPRequest
    do throws(ProxyRefusal) {
      try admission.check(head)
      request = try service.request(head)
    } catch {
      // An announced body is not read: the caller may wait for this response before it sends the body.
      if !head.announcesBody { _ = try await Self.read(&parts) }
      return try await refuse(error, head, to: caller, keeping: !head.announcesBody)
    }
    // "A server MUST send a 100 (Continue) response […] upon receiving an HTTP/1.1 (or later) request that has a method, target
    // URI, and complete header section that contains a 100-continue expectation"
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    if head.isHTTP11,
      head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" })
    {
      try await caller.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    let (start, isWhole) = try await Self.read(&parts)
    guard !isWhole else {
      return try await respond(to: request, .data(start), head, to: caller, keeping: true)
    }
    return try await upload(request, start, &parts, head, to: caller)
  }

  /// The whole body, or its first part where it is too long to be kept.
  private static func read(
    _ parts: inout Parts
  ) async throws -> (start: Data, isWhole: Bool) {
    var start = Data()
    while start.count <= keptBytes {
      switch try await parts.next() {
      case .body(let bytes)?: start.append(contentsOf: bytes.readableBytesView)
      case .head?, .end?, nil: return (start, true)
      }
    }
    return (start, false)
  }

  /// Streams a long body to the API. It is not kept, so the request cannot be sent again after a refresh.
  private func upload(
    _ request: HTTPRequest, _ start: Data, _ parts: inout Parts, _ head: HTTPRequestHead,
    to caller: ProxyCaller
  ) async throws -> Bool {
    let feed = RendezvousChannel<Data>()
    let length = head.headers.first(name: "Content-Length").flatMap { Int64($0) }
    let body = RequestBody.once(length: length, ProxyUpload(start: start, rest: feed))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { feed.finish(.programCancelled) }
        _ = try await respond(to: request, body, head, to: caller, keeping: false)
        // Ends the connection now: the caller may not send the rest of the body for a long time.
        await caller.finish()
      }
      do {
        while case .body(let bytes)? = try await parts.next() {
          try await feed.give(Data(bytes.readableBytesView))
        }
        feed.finish()
      } catch let error as OAuthError where error.code == .cancelled {
        // The response is complete or has failed, so the rest of the body is discarded.
      }
      try await group.next()
      return false
    }
  }

  /// Sends the request, and streams the response to the caller.
  private func respond(
    to request: HTTPRequest, _ body: RequestBody, _ head: HTTPRequestHead, to caller: ProxyCaller,
    keeping isReusable: Bool
  ) async throws -> Bool {
    let response: StreamedResponse
    do throws(OAuthError) {
      response = try await self.response(to: request, body)
    } catch {
      if Task.isCancelled { throw error }
      let refusal = ProxyRefusal(error, signIn: signIn)
      return try await refuse(refusal, head, to: caller, keeping: isReusable)
    }
    log("\(Self.name(head)) \(response.head.status.code)")
    let isKept = isReusable && head.leavesConnection
    var answer = service.response(response.head)
    let status = answer.status
    if head.method == .HEAD {
      // RFC 9110 §9.3.2: a response to HEAD announces the length of a body which it does not have.
      for value in response.head.headerFields[values: .contentLength] {
        answer.headers.add(name: "Content-Length", value: value)
      }
    } else if let length = response.length {
      answer.headers.add(name: "Content-Length", value: "\(length)")
    } else if status.mayHaveResponseBody, head.isHTTP11 {
      // "A server MUST NOT send a response containing Transfer-Encoding unless the corresponding request indicates HTTP/1.1 (or
      // later minor revisions)." https://www.rfc-editor.org/rfc/rfc9112#section-6.1
      answer.headers.add(name: "Transfer-Encoding", value: "chunked")
    }
    if !isKept { answer.headers.add(name: "Connection", value: "close") }
    try await caller.write(.head(answer))
    for try await chunk in response.body where head.method != .HEAD {
      try await caller.write(.body(ByteBuffer(bytes: chunk)))
    }
    try await caller.write(.end(nil))
    return isKept
  }

  /// Sends the request to the API; if the session has ended and the user has signed in again, with the new
  /// session.
  private func response(
    to request: HTTPRequest, _ body: RequestBody
  ) async throws(OAuthError) -> StreamedResponse {
    let session = session.current
    do throws(OAuthError) {
      return try await AuthorizedTransport(session).open(request, body: body, limit: Self.limit)
    } catch {
      guard error.hasEndedSession, body.isRepeatable,
        let next = await self.session.successor(of: session)
      else { throw error }
      return try await AuthorizedTransport(next).open(request, body: body, limit: Self.limit)
    }
  }

  private func refuse(
    _ refusal: ProxyRefusal, _ head: HTTPRequestHead, to caller: ProxyCaller,
    keeping isReusable: Bool
  ) async throws -> Bool {
    log("\(Self.name(head)) \(refusal.status.code): \(refusal.description)")
    let isKept = isReusable && head.leavesConnection
    var headers = HTTPHeaders(refusal.fields.map { ($0.name.rawName, $0.value) })
    headers.add(name: "Content-Length", value: "\(refusal.body.count)")
    if !isKept { headers.add(name: "Connection", value: "close") }
    let status = HTTPResponseStatus(statusCode: refusal.status.code)
    try await caller.write(
      .head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
    if head.method != .HEAD { try await caller.write(.body(ByteBuffer(bytes: refusal.body))) }
    try await caller.write(.end(nil))
    return isKept
  }

  /// The request for the log: without its query, which may have secrets.
  private static func name(_ head: HTTPRequestHead) -> String {
    "\(head.method.rawValue) \(head.uri.prefix { $0 != "?" })"
  }
}

extension HTTPRequestHead {
  /// Whether the header fields announce a body.
  fileprivate var announcesBody: Bool {
    headers.contains(name: "Transfer-Encoding") || headers["Content-Length"].contains { $0 != "0" }
  }

  /// Whether the version is HTTP/1.1.
  fileprivate var isHTTP11: Bool { version == .http1_1 }

  /// Whether another request can follow on the connection. After `Upgrade` and CONNECT the decoder reads nothing more.
  fileprivate var leavesConnection: Bool {
    isKeepAlive && isHTTP11 && method != .CONNECT && !headers.contains(name: "Upgrade")
  }
}
