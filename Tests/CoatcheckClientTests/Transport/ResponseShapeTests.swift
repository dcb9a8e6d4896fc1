// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Responses that break the rules of HTTP", .timeLimit(.minutes(5)))
struct ResponseShapeTests {
  private static let evil = RawServer.response("200 OK", body: "evil")

  static let malformed: [Case<String>] = [
    Case("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n{}{}"),
    Case("two lengths in one field", "HTTP/1.1 200 OK\r\nContent-Length: 2, 4\r\n\r\n{}{}"),
    Case(
      "a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Case(
      "a field of a megabyte",
      "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 1 << 20))\r\nContent-Length: 2\r\n\r\n{}"
    ),
    Case(
      "a megabyte of fields",
      "HTTP/1.1 200 OK\r\n\(String(repeating: "X: a\r\n", count: 180_000))Content-Length: 2\r\n\r\n{}"
    ),
    Case("a carriage return in the reason", "HTTP/1.1 200 O\rK\r\nContent-Length: 2\r\n\r\n{}"),
    Case("a line feed in a field", "HTTP/1.1 200 OK\r\nX: a\n b\r\nContent-Length: 2\r\n\r\n{}"),
    Case("another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
  ]

  // attack: V-20
  @Test("cause an error that does not repeat the response", arguments: malformed)
  func refused(_ row: Case<String>) async throws {
    let server = try RawServer(always: row.value)
    let transport = AsyncHTTPTransport(proxies: .direct)
    let error = await failure {
      try await transport.send(server.request(), body: Data(), limit: .standard)
    }
    #expect(error?.outcome == .unreachable || error?.outcome == .unreadable, "\(error as Any)")
    #expect("\(error as Any)".utf8.count < 400)
  }

  // attack: V-20
  @Test(
    "with a body where none is allowed do not answer the next request",
    arguments: [
      "204 No Content", "304 Not Modified", "100 Continue\r\n\r\nHTTP/1.1 204 No Content",
    ])
  func smuggled(_ status: String) async throws {
    let server = try RawServer { request, connection in
      connection.write(
        Array(
          request.hasPrefix("GET /first")
            ? "HTTP/1.1 \(status)\r\nContent-Length: \(Self.evil.utf8.count)\r\n\r\n\(Self.evil)"
              .utf8
            : RawServer.response("200 OK", body: "good").utf8))
    }
    let transport = AsyncHTTPTransport(proxies: .direct)
    let first = try? await transport.send(
      server.request(.get, "/first"), body: Data(), limit: .standard)
    #expect(first?.body.isEmpty != false)
    // A request on a kept connection can fail when the server closes it, so it is tried again.
    var second: Data?
    for _ in 0..<3 where second == nil {
      second = try? await transport.send(
        server.request(.get, "/second"), body: Data(), limit: .standard
      ).body
    }
    #expect(second == Data("good".utf8))
  }

  // attack: V-20
  @Test("that are interim responses without end are ended at the deadline")
  func interim() async throws {
    let written = Log<Int>()
    let server = try RawServer { _, connection in
      let hints = Array(
        String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 100).utf8)
      while connection.write(hints) { written.add(100) }
    }
    var environment = RuntimeEnvironment.live
    // The deadline passes after twenty thousand of them.
    environment.sleep = { _ in
      while written.entries.count < 200 { try await Task.sleep(for: .milliseconds(5)) }
    }
    let transport = AsyncHTTPTransport(proxies: .direct, environment: environment)
    let error = await failure {
      try await transport.send(server.request(), body: Data(), limit: .standard)
    }
    #expect(error?.outcome == .unreachable && error?.isTransient == true, "\(error as Any)")
  }
}
