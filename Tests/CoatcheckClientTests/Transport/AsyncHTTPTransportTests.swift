// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The transport")
struct AsyncHTTPTransportTests {
  let transport = AsyncHTTPTransport(proxies: .direct)

  private func get(
    _ address: String, limit: ResponseLimit = .standard
  ) async throws -> (head: HTTPResponse, body: Data) {
    try await transport.send(HTTPRequest(to: address), body: Data(), limit: limit)
  }

  private func discover(
    at server: RawServer, limit: ResponseLimit = .metadata
  ) async throws -> ServerMetadata {
    try await transport.perform(
      DiscoveryExchange(issuer: Issuer(server.origin)), limit: limit, environment: .live)
  }

  @Test("returns a 401 that asks for Basic, with its body")
  func basicChallenge() async throws {
    let server = try RawServer(
      always: RawServer.response(
        "401 Unauthorized", ["WWW-Authenticate: Basic realm=\"x\""], body: "body"))
    let (head, body) = try await get(server.origin + "/")
    #expect(head.status.code == 401)
    #expect(body == Data("body".utf8))
  }

  // attack: C-23
  @Test("does not follow a redirect of the metadata", arguments: [301, 302, 303, 307, 308])
  func redirectedMetadata(_ status: Int) async throws {
    let second = try RawServer(always: RawServer.response("200 OK", body: "{}"))
    let target = second.origin
    let first = try RawServer(
      always: RawServer.response("\(status) Moved", ["Location: \(target)/stolen"]))
    #expect(await failure { try await discover(at: first) }?.code == .redirectRefused)
    #expect(first.requests.count == 1)
    #expect(second.requests.isEmpty)
  }

  // attack: C-28
  @Test(
    "does not send the code or the secret to the redirect target of a token endpoint",
    arguments: [301, 302, 303, 307, 308])
  func redirectedToken(_ status: Int) async throws {
    let second = try RawServer(always: RawServer.response("200 OK", body: "{}"))
    let target = second.origin
    let first = try RawServer(
      always: RawServer.response("\(status) Moved", ["Location: \(target)/token"]))
    let exchange = DirectExchange(
      .clientCredentials,
      client: ClientIdentity(id: "app", authentication: .basic(Secret("the-secret"))),
      tokenEndpoint: try Endpoint(first.origin + "/token"))
    let refresh = RefreshExchange(
      refreshToken: Secret("the-refresh-token"),
      client: ClientIdentity(id: "app", authentication: .post(Secret("the-secret"))),
      tokenEndpoint: try Endpoint(first.origin + "/token"))
    var metadata = ServerMetadata(issuer: try Issuer(first.origin))
    metadata.authorizationEndpoint = try Endpoint(first.origin + "/authorize")
    metadata.tokenEndpoint = try Endpoint(first.origin + "/token")
    let client = ClientIdentity(id: "app", authentication: .basic(Secret("the-secret")))
    let attempt = try CodeFlow(
      ClientContext(
        provider: Provider(metadata: metadata), client: client,
        runtime: ClientRuntime(transport: transport))
    )
    .begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    let callback =
      "\(FakeProvider.redirectURI)?code=the-code&state="
      + attempt.transaction.state.reveal()
    let errors = [
      await failure { try await transport.perform(exchange, environment: .live) },
      await failure { try await transport.perform(refresh, environment: .live) },
      await failure { try await attempt.finish(callback) },
    ]
    #expect(errors.allSatisfy { $0?.code == .redirectRefused && $0?.status == status })
    #expect(first.requests.count == 3)
    #expect(second.requests.isEmpty)
  }

  /// [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265#section-5.4): "the user agent MUST NOT attach
  /// more than one Cookie header field."
  @Test("sends all cookies of a request in one line")
  func cookieLine() async throws {
    let server = try RawServer(always: RawServer.response("200 OK", body: "{}"))
    var request = HTTPRequest(to: server.origin + "/")
    request.headerFields[.cookie] = "a=1; b=2"
    request.headerFields[.accept] = "text/html"
    _ = try await transport.send(request)
    let lines = try #require(server.requests.first).lowercased().components(separatedBy: "\r\n")
    #expect(lines.filter { $0.hasPrefix("cookie:") } == ["cookie: a=1; b=2"])
    #expect(lines.contains("accept: text/html"))
  }

  // attack: C-48
  @Test("does not send a cookie back")
  func cookies() async throws {
    let server = try RawServer(
      always: RawServer.response("200 OK", ["Set-Cookie: a=b; Path=/"], body: "{}"))
    for _ in 1...3 { _ = try await get(server.origin + "/token") }
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
  }

  // attack: C-49
  @Test("caches nothing, for any Cache-Control")
  func caching() async throws {
    let server = try RawServer(
      always: RawServer.response(
        "200 OK", ["Cache-Control: max-age=3600", "ETag: \"1\""], body: "{}"))
    let before = Set(try FileManager.default.contentsOfDirectory(atPath: NSHomeDirectory()))
    for _ in 1...2 {
      _ = try await get(server.origin + "/userinfo")
      _ = try await transport.send(
        HTTPRequest(.post, to: server.origin + "/token"),
        body: Data("a=b".utf8))
    }
    #expect(server.requests.count == 4)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: NSHomeDirectory())) == before)
  }

  static let floods: [Case<@Sendable (RawSocket, @Sendable (Int) -> Void) -> Void>] = [
    Case("fifty announced megabytes") { socket, count in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(50 << 20)\r\n\r\n"
      guard socket.write(Array(head.utf8)) else { return }
      Flood.pour(50 << 20, into: socket, count)
    },
    Case("endless chunks") { socket, count in
      guard socket.write(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)) else {
        return
      }
      Flood.pour(.max, into: socket, count, chunked: true)
    },
    Case("a body until the end of the connection") { socket, count in
      guard socket.write(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)) else { return }
      Flood.pour(50 << 20, into: socket, count)
    },
  ]

  @Test("stops reading soon after 256 KiB of metadata", arguments: floods)
  func flood(_ row: Case<@Sendable (RawSocket, @Sendable (Int) -> Void) -> Void>) async throws {
    let written = Counter()
    let server = try RawServer { _, socket in row.value(socket) { written.add($0) } }
    #expect(await failure { try await discover(at: server) }?.outcome == .unreadable)
    // What was written beyond the limit is in the buffers of the two sockets.
    #expect(written.value < 12 << 20)
  }

  @Test("ends a slow response at the deadline, also after a complete head")
  func drip() async throws {
    let server = try RawServer { _, socket in
      guard socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8)) else {
        return
      }
      while socket.write([0x20]) { Thread.sleep(forTimeInterval: 0.05) }
    }
    let limit = ResponseLimit(bytes: 256 << 10, deadline: .milliseconds(300))
    await expectError(.unreachable(.timedOut, "")) { try await discover(at: server, limit: limit) }
  }

  @Test("gives up on a server that accepts and never answers")
  func silence() async throws {
    let server = try RawServer { _, socket in
      while socket.isOpen() { Thread.sleep(forTimeInterval: 0.02) }
    }
    let limit = ResponseLimit(deadline: .milliseconds(200))
    #expect(await failure { try await discover(at: server, limit: limit) }?.code == .timedOut)
  }

  @Test("decompresses a small body only, and no bomb")
  func compression() async throws {
    let bomb = Gzip.bomb(1 << 20)
    let server = try RawServer { request, socket in
      let isBomb = request.contains("/bomb")
      let body = isBomb ? bomb : Gzip.stored(Array("{}".utf8))
      let head = RawServer.response("200 OK", ["Content-Encoding: gzip"])
        .replacing("Content-Length: 0", with: "Content-Length: \(body.count)")
      socket.write(Array(head.utf8) + body)
    }
    #expect(try await get(server.origin + "/small").body == Data("{}".utf8))
    #expect(await failure { try await get(server.origin + "/bomb") }?.outcome == .unreadable)
  }

  @Test("names the unreachable host, and distinguishes cancellation")
  func unreached() async throws {
    let gone = try RawServer(always: "").origin
    #expect(await failure { try await get(gone + "/") }?.code == .connectionFailed)
    let gate = Gate()
    let server = try RawServer { _, socket in
      gate.open()
      while socket.isOpen() { Thread.sleep(forTimeInterval: 0.02) }
    }
    let task = Task { try await get(server.origin + "/") }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(await failure { try await task.value }?.code == .cancelled)
  }

  @Test(
    "reports a response that is not HTTP, or is truncated, as such",
    arguments: ["HELLO\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}", ""])
  func malformed(_ answer: String) async throws {
    let server = try RawServer(always: answer)
    let error = await failure { try await get(server.origin + "/") }
    #expect(error?.outcome == .unreadable || error?.code == .connectionFailed)
  }

  @Test(
    "sends no request with injected fields",
    arguments: ["/a b", "/a\r\nX: y", "/\u{e9}", "/%zz"])
  func injection(_ path: String) async throws {
    let server = try RawServer(always: RawServer.response("200 OK"))
    let request = HTTPRequest(to: "http://127.0.0.1:\(server.port)\(path)")
    #expect(await failure { try await transport.send(request) }?.outcome == .misused)
    #expect(server.requests.isEmpty)
  }

  // attack: C-29
  @Test("refuses plain HTTP to any other machine before it connects")
  func plainHTTP() async throws {
    let request = HTTPRequest(.post, to: "http://192.0.2.1/token")
    let error = await failure { try await transport.send(request) }
    #expect(error == OAuthError(outcome: .misused, code: .insecureEndpoint, reason: ""))
  }
}
