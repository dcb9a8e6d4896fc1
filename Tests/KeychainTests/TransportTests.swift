// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import SecurityShim
import TestSupport
import URLLoadingShim

extension AppleKeychain {
  /// The transport over the stand-in of the URL loading system. Each test has a host of its own.
  @Suite("URLSessionTransport")
  struct TransportTests {
    let host = "h\(UUID().uuidString.lowercased().prefix(12)).example"
    let servers = ScriptedServers.current

    private func request(_ method: HTTPRequest.Method = .get) -> HTTPRequest {
      HTTPRequest(method: method, scheme: "https", authority: host, path: "/token")
    }

    private func script(
      _ change: (inout ScriptedServers.Behaviour) -> Void = { _ in }
    ) {
      var behaviour = ScriptedServers.Behaviour(body: Data("{}".utf8))
      change(&behaviour)
      servers.script(host, behaviour)
    }

    @Test("has one URL session, reuses its connections, and ends it when released")
    func reuse() async throws {
      script()
      let before = servers.openSessions
      do {
        let transport = URLSessionTransport()
        for _ in 0..<3 { _ = try await transport.send(request(), body: Data(), limit: .standard) }
        #expect(servers.openSessions == before + 1)
        #expect(servers.received(at: host).map(\.isReused) == [false, true, true])
      }
      #expect(servers.openSessions == before)
    }

    @Test("with other trust rules has another URL session")
    func rules() async throws {
      script()
      let strict = try TrustRules([host: .system(and: [Self.pin])])
      for transport in [URLSessionTransport(), URLSessionTransport(trust: strict)] {
        _ = try await transport.send(request(), body: Data(), limit: .standard)
      }
      #expect(servers.received(at: host).map(\.isReused) == [false, false])
    }

    @Test("sets no field that belongs to the system")
    func reserved() async throws {
      script()
      var request = request(.post)
      request.headerFields[.contentLength] = "5"
      request.headerFields[.accept] = "application/json"
      _ = try await URLSessionTransport().send(request, body: Data("a=b&c".utf8), limit: .standard)
      let received = try #require(servers.received(at: host).first)
      #expect(received.reserved.isEmpty)
      #expect(received.body == Data("a=b&c".utf8))
      #expect(received.request.value(forHTTPHeaderField: "Accept") == "application/json")
    }

    @Test("sends a file as a file, whose length the system knows")
    func file() async throws {
      script()
      let folder = try Folder()
      try folder.write("film", [UInt8](repeating: 7, count: 200_000))
      let sent = Mutex<Int64>(0)
      let body = RequestBody.file(path: folder.path + "/film").reporting { count, _ in
        sent.withLock { $0 = count }
      }
      let response = try await URLSessionTransport().open(
        request(.post), body: body, limit: .unlimited)
      #expect(try await response.body.collect() == Data("{}".utf8))
      let received = try #require(servers.received(at: host).first)
      #expect(received.body.count == 200_000)
      #expect(received.reserved.isEmpty)
      #expect(sent.withLock { $0 } == 200_000)
      let missing = RequestBody.file(path: folder.path + "/none")
      let error = await failure {
        _ = try await URLSessionTransport().open(request(.post), body: missing, limit: .unlimited)
      }
      #expect(error?.parameter == "body")
    }

    @Test("returns a redirect as it is")
    func redirect() async throws {
      script {
        $0.status = 302
        $0.fields = [("Location", "https://other.example/")]
      }
      let reply = try await URLSessionTransport().send(request(), body: Data(), limit: .standard)
      #expect(reply.head.status.code == 302)
      #expect(reply.head.headerFields[.location] == "https://other.example/")
      #expect(servers.received(at: "other.example").isEmpty)
    }

    @Test("returns a 401 with its body, and its challenges as a field each")
    func challenge() async throws {
      script {
        $0.status = 401
        $0.fields = [
          ("WWW-Authenticate", "Basic realm=\"a, b\", charset=\"UTF-8\""),
          (
            "WWW-Authenticate",
            "Bearer error=\"invalid_token\", error_description=\"too \\\"old\\\", sorry\""
          ),
          ("WWW-Authenticate", "Negotiate"),
        ]
      }
      let reply = try await URLSessionTransport().send(request(), body: Data(), limit: .standard)
      #expect(reply.head.status.code == 401)
      #expect(reply.body == Data("{}".utf8))
      let fields = reply.head.headerFields[values: .wwwAuthenticate]
      #expect(fields.count == 3)
      let challenges = HTTPChallenge.parse(fields)
      #expect(challenges.map(\.scheme) == ["Basic", "Bearer", "Negotiate"])
      #expect(challenges[1].parameters["error_description"] == "too \"old\", sorry")
    }

    static let lines: [Case<(line: String, fields: [String])>] = [
      Case("one", ("Basic realm=x", ["Basic realm=x"])),
      Case("two", ("Basic realm=x, Bearer", ["Basic realm=x", "Bearer"])),
      Case(
        "parameters", ("DPoP algs=\"ES256\", error = \"x\"", ["DPoP algs=\"ES256\", error = \"x\""])
      ),
      Case("token68", ("Negotiate abc==, Basic realm=x", ["Negotiate abc==", "Basic realm=x"])),
      Case(
        "malformed beside valid", ("Bad a=1 a=2, Bearer a=b", ["Bad a=1 a=2", "Bearer a=b"])),
      Case("empty items", (", ,Basic realm=\",\",", ["Basic realm=\",\""])),
      Case(
        "a scheme without parameters first", ("Bearer, Basic realm=x", ["Bearer", "Basic realm=x"])),
    ]

    @Test("separates challenges that the system has joined", arguments: lines)
    func separated(_ row: Case<(line: String, fields: [String])>) {
      #expect(HTTPChallenge.separated(row.value.line) == row.value.fields)
    }

    @Test("a cancelled task is cancelled, in a request and in a stream")
    func cancelled() async throws {
      script { $0.hangs = true }
      let (transport, request) = (URLSessionTransport(), request())
      let sending = Task { try await transport.send(request, body: Data(), limit: .standard) }
      let opening = Task { try await transport.open(request, body: .empty, limit: .unlimited) }
      while servers.received(at: host).count < 2 { try await Task.sleep(for: .milliseconds(2)) }
      sending.cancel()
      opening.cancel()
      #expect(await failure { _ = try await sending.value }?.code == .cancelled)
      #expect(await failure { _ = try await opening.value }?.code == .cancelled)
    }

    @Test("a server that does not answer times out at the deadline")
    func late() async throws {
      script { $0.hangs = true }
      let error = await failure {
        _ = try await URLSessionTransport(environment: AppleKeychain.impatient).send(
          request(), body: Data(), limit: .standard)
      }
      #expect(error?.code == .timedOut)
    }

    @Test("a body is read up to the limit, and refused when a longer one is announced")
    func limit() async throws {
      let limit = ResponseLimit(bytes: 100)
      for (length, isGood) in [(100, true), (101, false)] {
        script { $0.body = Data(count: length) }
        let outcome = try? await URLSessionTransport().send(request(), body: Data(), limit: limit)
        #expect((outcome != nil) == isGood, "\(length)")
      }
      script { $0.body = Data(count: 101) }
      let error = await failure {
        _ = try await URLSessionTransport().send(request(), body: Data(), limit: limit)
      }
      #expect(error?.code == .replyMalformed)
      let folder = try Folder()
      try folder.write("file", [1])
      let uploaded = await failure {
        let response = try await URLSessionTransport().open(
          request(.post), body: .file(path: folder.path + "/file"), limit: limit)
        _ = try await response.body.collect()
      }
      #expect(uploaded?.code == .replyMalformed)
    }

    @Test("a body that is shorter than announced is an error")
    func cut() async throws {
      script { $0.announcedLength = 50 }
      let error = await failure {
        _ = try await URLSessionTransport().send(request(), body: Data(), limit: .standard)
      }
      #expect(error?.code == .connectionFailed)
    }

    @Test("a server that cannot be reached is named")
    func unreachable() async throws {
      let error = await failure {
        _ = try await URLSessionTransport().send(request(), body: Data(), limit: .standard)
      }
      #expect(error?.code == .connectionFailed)
      #expect(error?.reason.contains(host) == true)
    }

    static let pin = CertificatePin.certificate(der: Data([0x30, 9]))

    static let trusts: [Case<(rule: HostTrust?, isTrusted: Bool, code: OAuthError.Code?)>] = [
      Case("the system decides, and trusts it", (nil, true, nil)),
      Case("the system decides, and does not trust it", (nil, false, .connectionFailed)),
      Case(
        "a pin beside a system that does not trust it",
        (.system(and: [pin]), false, .certificateMismatch)),
      Case("a pin that does not match", (.system(and: [pin]), true, .certificateMismatch)),
      Case("a pin alone that does not match", (.pinned([pin]), true, .certificateMismatch)),
    ]

    @Test("asks the trust rules before anything is sent", arguments: trusts)
    func trust(_ row: Case<(rule: HostTrust?, isTrusted: Bool, code: OAuthError.Code?)>)
      async throws
    {
      script {
        $0.trust = SecTrust(chain: [Data([0x30, 1])], isTrustedBySystem: row.value.isTrusted)
      }
      let rules = try row.value.rule.map { try TrustRules([host: $0]) } ?? .system
      let transport = URLSessionTransport(trust: rules)
      do {
        _ = try await transport.send(request(), body: Data("secret".utf8), limit: .standard)
        #expect(row.value.code == nil)
      } catch {
        #expect(error.code == row.value.code)
        #expect(servers.received(at: host).isEmpty, "nothing was sent")
      }
    }

    @Test("keeps no cookies, credentials or responses")
    func nothingKept() async throws {
      script()
      _ = try await URLSessionTransport().send(request(), body: Data(), limit: .standard)
      #expect(servers.sessionsThatKeep == 0)
    }
  }
}
