// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The loopback listener")
struct LoopbackUserAgentTests {
  private static let transport = AsyncHTTPTransport.shared

  private static func get(
    _ address: String, _ method: HTTPRequest.Method = .get
  ) async throws -> (head: HTTPResponse, body: Data) {
    try await transport.send(HTTPRequest(method, to: address))
  }

  private static func signIn(
    deadline: Duration = .seconds(300), _ browser: @escaping @Sendable (String) async throws -> Void
  ) async throws -> (redirectURI: String, callback: String) {
    let agent = LoopbackUserAgent(
      open: { url in
        let query = url.absoluteString.drop { $0 != "?" }.dropFirst()
        try await browser(try Parameters(decoding: query)["redirect_uri"] ?? "")
      }, deadline: deadline)
    let uri = try await agent.redirectURI()
    let callback = try await agent.authorize(Self.page(uri))
    return (uri, callback)
  }

  private static func page(_ redirectURI: String) throws -> AuthorizationPage {
    let query: Parameters = ["redirect_uri": redirectURI, "state": "right"]
    return AuthorizationPage(
      url: try #require(URL(string: "https://op.example/authorize?" + query.encoded)),
      redirectURI: redirectURI, expecting: .state(Secret("right")))
  }

  /// The addresses at which this process listens on a port.
  ///
  /// Reads the descriptors of this process. The kernel's list of all sockets is read in pieces, so entries
  /// are missed while other programs open and close sockets.
  private static func listening(on port: Int) -> [String] {
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return open.compactMap(Int32.init).compactMap { descriptor in
      var listens: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0
      else { return nil }
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutableBytes(of: &storage) { bytes -> String? in
        guard let base = bytes.baseAddress,
          getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
        else { return nil }
        // The port stands at the same place in both families.
        guard Int(bytes[2]) << 8 | Int(bytes[3]) == port else { return nil }
        guard Int32(bytes.load(as: sa_family_t.self)) == AF_INET else { return "IPv6" }
        return bytes[4..<8].map { "\($0)" }.joined(separator: ".")
      }
    }
  }

  private static func port(_ uri: String) throws -> Int {
    try #require(URL(string: uri)?.port)
  }

  // attack: C-68
  @Test("is bound to 127.0.0.1 on a port of its own, and closed after the result")
  func binding() async throws {
    let (uri, callback) = try await Self.signIn { uri in
      let addresses = try Self.listening(on: Self.port(uri))
      #expect(!addresses.isEmpty)
      #expect(addresses.allSatisfy { $0 == "127.0.0.1" })
      _ = try await Self.get(uri + "?code=c&state=right")
    }
    #expect(callback == uri + "?code=c&state=right")
    #expect(Self.listening(on: try Self.port(uri)).isEmpty)
    let other = LoopbackUserAgent(open: { _ in })
    let ports = try await (Self.port(other.redirectURI()), Self.port(other.redirectURI()))
    #expect(ports.0 != ports.1)
  }

  // attack: C-68
  @Test("is closed after the deadline")
  func deadline() async throws {
    let agent = LoopbackUserAgent(open: { _ in }, deadline: .milliseconds(50))
    let uri = try await agent.redirectURI()
    #expect(try Self.listening(on: Self.port(uri)).count == 1)
    await expectError(.unreachable(.timedOut, "")) { try await agent.authorize(Self.page(uri)) }
    #expect(try await Self.isClosed(Self.port(uri)))
  }

  @Test("is closed when the task is cancelled, and when no sign-in follows")
  func cancelled() async throws {
    let gate = Gate()
    let agent = LoopbackUserAgent(open: { _ in
      gate.open()
      await gate.pass()
    })
    let uri = try await agent.redirectURI()
    let task = Task { try await agent.authorize(Self.page(uri)) }
    await gate.arrived()
    task.cancel()
    #expect(await failure { try await task.value }?.code == .cancelled)
    #expect(try await Self.isClosed(Self.port(uri)))
    let unused = try await agent.redirectURI()
    await agent.abandon(redirectURI: unused)
    #expect(try await Self.isClosed(Self.port(unused)))
  }

  /// The polling thread closes the socket a moment after it was woken.
  private static func isClosed(_ port: Int) async throws -> Bool {
    for _ in 0..<500 {
      if listening(on: port).isEmpty { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  // attack: C-69
  @Test("answers everything but its callback with an error, and then accepts the callback")
  func noise() async throws {
    let (_, callback) = try await Self.signIn { uri in
      let origin = String(uri.dropLast("/callback".count))
      #expect(try await Self.get(origin + "/favicon.ico").head.status.code == 404)
      #expect(try await Self.get(origin + "/other").head.status.code == 404)
      #expect(try await Self.get(origin + "/").head.status.code == 404)
      let post = try await Self.get(uri + "?code=c&state=right", .post)
      #expect(post.head.status.code == 405)
      #expect(post.head.headerFields[.allow] == "GET")
      for query in ["", "?state=right", "?code=c", "?code=c&state=right&state=right"] {
        #expect(try await Self.get(uri + query).head.status.code == 400)
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<10 {
          group.addTask {
            var refused = 0
            for number in 0..<1000 {
              let bad = try await Self.get(uri + "?code=c&state=wrong-\(task)-\(number)")
              refused += bad.head.status.code == 400 ? 1 : 0
            }
            return refused
          }
        }
        let refused = try await group.reduce(0, +)
        #expect(refused == 10_000)
      }
      #expect(try await Self.get(uri + "?code=good&state=right").head.status.code == 200)
    }
    #expect(callback.hasSuffix("/callback?code=good&state=right"))
  }

  @Test("refuses requests for another host name that resolves to this machine")
  func rebinding() async throws {
    _ = try await Self.signIn { uri in
      let port = try Self.port(uri)
      let answer = try await RawClient.ask(
        port, "GET /callback?code=c&state=right HTTP/1.1\r\nHost: evil.example:\(port)\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      _ = try await Self.get(uri + "?code=c&state=right")
    }
  }

  static let unreadable: [Case<String>] = [
    Case("no HTTP", "HELLO\r\n\r\n"),
    Case("an absolute target", "GET http://x/ HTTP/1.1\r\n\r\n"),
    Case("two hosts", "GET /callback HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    Case("a head that does not end", String(repeating: "x", count: 20_000)),
    Case("no UTF-8", "GET /callback?\u{80} HTTP/1.1\r\n\r\n"),
  ]

  @Test("answers an unreadable request with 400, and continues", arguments: unreadable)
  func malformed(_ row: Case<String>) async throws {
    let (_, callback) = try await Self.signIn { uri in
      let answer = try await RawClient.ask(Self.port(uri), row.value)
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      _ = try await Self.get(uri + "?code=c&state=right")
    }
    #expect(callback.hasSuffix("?code=c&state=right"))
  }

  // attack: C-71
  @Test(
    "shows a fixed page without any part of the callback",
    arguments: [
      "code=c", "error=access_denied&error_description=%3Cscript%3Ealert(1)%3C/script%3E",
    ])
  func page(_ answer: String) async throws {
    let referrerPolicy = try #require(HTTPField.Name("Referrer-Policy"))
    _ = try await Self.signIn { uri in
      let (head, body) = try await Self.get(uri + "?\(answer)&state=right")
      let page = String(decoding: body, as: UTF8.self)
      #expect(head.status.code == 200)
      #expect(!page.contains("script") && !page.contains("alert") && !page.contains("right"))
      #expect(!page.contains("src=") && !page.contains("href=") && !page.contains("url("))
      #expect(head.headerFields[.cacheControl] == "no-store")
      #expect(head.headerFields[referrerPolicy] == "no-referrer")
      let policy = head.headerFields[.contentSecurityPolicy] ?? ""
      #expect(policy.contains("default-src 'none'"))
    }
  }

  @Test("reports a denial by the callback, not by an error of its own")
  func declined() async throws {
    let (uri, callback) = try await Self.signIn { uri in
      _ = try await Self.get(uri + "?error=access_denied&state=right")
    }
    #expect(callback == uri + "?error=access_denied&state=right")
  }

  @Test("throws when the browser cannot be opened")
  func noBrowser() async throws {
    await expectError(.misused("browser", "")) {
      try await Self.signIn { _ in throw OAuthError.misused("browser", "There is no browser.") }
    }
  }

  @Test("tries the next port when one is in use, and throws when no port is left")
  func takenPort() async throws {
    let first = LoopbackUserAgent(open: { _ in })
    let taken = UInt16(try Self.port(await first.redirectURI()))
    let second = LoopbackUserAgent(open: { _ in }, ports: [taken, 0])
    #expect(try Self.port(await second.redirectURI()) != Int(taken))
    let third = LoopbackUserAgent(open: { _ in }, ports: [taken])
    #expect(await failure { try await third.redirectURI() }?.code == .connectionFailed)
    #expect(Self.listening(on: Int(taken)).count == 1)
    withExtendedLifetime(first) {}
  }
}
