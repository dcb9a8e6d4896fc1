// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A redirect", .timeLimit(.minutes(10)))
struct RedirectTests {
  let provider = FakeProvider()

  /// The first request of a test. Its cookie must not be sent to another origin.
  private func request(
    _ server: ResourceServer, _ method: HTTPRequest.Method, _ path: String
  ) -> HTTPRequest {
    HTTPRequest(
      method, to: "http://127.0.0.1:\(server.port)\(path)",
      fields: [.cookie: "a=b", .accept: "text/plain", .contentType: "text/plain"])
  }

  private func service(_ redirects: RedirectRules = .follow()) async throws -> AuthorizedTransport {
    AuthorizedTransport(
      try await provider.session(), redirects: redirects,
      transport: AsyncHTTPTransport(proxies: .direct))
  }

  enum Target: String, CaseIterable, Sendable {
    case sameOrigin, relative, otherPort, otherHost

    func location(_ home: ResourceServer, _ away: ResourceServer) -> String {
      switch self {
      case .sameOrigin: "\(home.origin)/end"
      case .relative: "../end"
      case .otherPort: "\(away.origin)/end"
      case .otherHost: "http://localhost:\(home.port)/end"
      }
    }

    var isWithinOrigin: Bool { self == .sameOrigin || self == .relative }
  }

  /// The method of the redirected request, by status: [RFC 9110
  /// §15.4](https://www.rfc-editor.org/rfc/rfc9110#section-15.4).
  static let methods: [(status: Int, before: HTTPRequest.Method, after: String)] = [
    (301, .get, "GET"), (302, .get, "GET"), (303, .get, "GET"), (307, .get, "GET"),
    (308, .get, "GET"), (301, .post, "GET"), (302, .post, "GET"), (303, .post, "GET"),
    (307, .post, "POST"), (308, .post, "POST"), (303, .put, "GET"), (301, .put, "PUT"),
    (303, .head, "HEAD"), (302, .delete, "DELETE"),
  ]

  // attack: C-28
  @Test("carries the authorization within the origin only", arguments: Target.allCases)
  func fields(_ target: Target) async throws {
    let service = try await service()
    for (status, before, after) in Self.methods {
      let away = try ResourceServer([:])
      let locations = Mutex("")
      let home = try ResourceServer { hit in
        hit.path == "/a/start" ? .redirect(status, locations.withLock { $0 }) : .ok
      }
      locations.withLock { $0 = target.location(home, away) }
      let hasBody = before == .post || before == .put
      let body = hasBody ? Data("secret=1".utf8) : Data()
      let request = request(home, before, "/a/start")
      let comment = Comment(rawValue: "\(status) \(before) \(target)")
      let first = { try #require(home.hits.first, comment) }

      if hasBody, after == before.rawValue, !target.isWithinOrigin {
        let error = await failure { try await service.send(request, body: body) }
        #expect(error?.code == .redirectRefused, comment)
        #expect(home.hits.count == 1 && away.hits.isEmpty, comment)
        continue
      }
      let (head, _) = try await service.send(request, body: body)
      #expect(head.status == .ok, comment)
      #expect(try first().authorization == "Bearer at-1", comment)
      #expect(try first().fields["cookie"] == "a=b", comment)
      let end = try #require(target == .otherPort ? away.hits.last : home.hits.last, comment)
      #expect(home.hits.count + away.hits.count == 2, comment)
      #expect(end.path == "/end" && end.method == after, comment)
      #expect(end.authorization == (target.isWithinOrigin ? "Bearer at-1" : nil), comment)
      #expect(end.fields["cookie"] == (target.isWithinOrigin ? "a=b" : nil), comment)
      #expect(end.fields["accept"] == "text/plain", comment)
      let keepsBody = after == before.rawValue
      #expect((end.fields["content-type"] != nil) == keepsBody, comment)
      #expect(end.body == (keepsBody ? Array(body) : []), comment)
    }
  }

  // attack: C-28
  @Test("sends the body to another origin only for a stated reason", arguments: [307, 308])
  func bodies(_ status: Int) async throws {
    let away = try ResourceServer([:])
    let target = "\(away.origin)/end"
    let home = try ResourceServer(["/": .redirect(status, target)])
    let rules = RedirectRules.follow(
      bodies: .anywhere(because: "The uploads go to a storage host."))
    _ = try await service(rules).send(request(home, .put, "/"), body: Data("film".utf8))
    let hit = try #require(away.hits.first)
    #expect(hit.method == "PUT" && hit.body == Array("film".utf8))
    #expect(hit.authorization == nil && hit.fields["cookie"] == nil)
    #expect(hit.fields["content-type"] == "text/plain")
  }

  // attack: C-28
  @Test("by another origin back to the first one does not restore the authorization")
  func thereAndBack() async throws {
    let locations = Mutex("")
    let away = try ResourceServer { _ in .redirect(302, locations.withLock { $0 }) }
    let there = "\(away.origin)/"
    let home = try ResourceServer { $0.path == "/" ? .redirect(302, there) : .ok }
    locations.withLock { $0 = "\(home.origin)/end" }
    _ = try await service().send(request(home, .get, "/"))
    #expect(home.hits.map(\.path) == ["/", "/end"])
    #expect(home.hits.map(\.authorization) == ["Bearer at-1", nil])
    #expect(home.hits.map { $0.fields["cookie"] } == ["a=b", nil])
    #expect(away.hits.map(\.authorization) == [nil])
  }

  @Test(
    "is returned to the caller if the rules do not follow redirects",
    arguments: [301, 302, 303, 307, 308])
  func returned(_ status: Int) async throws {
    let away = try ResourceServer([:])
    let target = away.origin
    let home = try ResourceServer(["/": .redirect(status, target)])
    let (head, _) = try await service(.returned).send(request(home, .get, "/"))
    #expect(head.status.code == status)
    #expect(head.headerFields[.location] == target)
    #expect(home.hits.count == 1 && away.hits.isEmpty)
  }

  @Test(
    "is not followed without a Location field or with status 300 or 304",
    arguments: [300, 302, 304])
  func others(_ status: Int) async throws {
    let home = try ResourceServer([
      "/": .init(status: "\(status) X", fields: status == 302 ? [] : ["Location: /end"])
    ])
    let (head, _) = try await service().send(request(home, .get, "/"))
    #expect(head.status.code == status)
    #expect(home.hits.count == 1)
  }

  @Test("in a loop or beyond the maximum number is refused")
  func circles() async throws {
    let circle = try ResourceServer(["/a": .redirect(302, "/b"), "/b": .redirect(302, "/a")])
    let error = await failure { try await service().send(request(circle, .get, "/a")) }
    #expect(error?.code == .redirectRefused && error?.status == 302)
    #expect(circle.hits.count == 2)
    let endless = try ResourceServer { .redirect(302, $0.path + "a") }
    await expectError(code: .redirectRefused) {
      try await service(.follow(limit: 3)).send(request(endless, .get, "/a"))
    }
    #expect(endless.hits.count == 4)
  }

  @Test(
    "to a forbidden address is refused",
    arguments: [
      "http://192.0.2.1/", "http://op.example/", "ftp://127.0.0.1/", "javascript:alert(1)",
      "https://a:b@op.example/", "/a b", "https://", "//[", "/%zz", "/\u{e9}",
    ])
  func refused(_ location: String) async throws {
    let home = try ResourceServer(["/": .redirect(302, location)])
    await expectError(code: .redirectRefused) { try await service().send(request(home, .get, "/")) }
    #expect(home.hits.count == 1)
  }

  static let chains: [Case<(from: String, to: String, fields: Set<String>)>] = [
    Case(
      "from https to http on this machine",
      ("https://op.example/api", "http://127.0.0.1:1/end", [])),
    Case("to another port", ("https://op.example/api", "https://op.example:8443/end", [])),
    Case("to a subdomain", ("https://op.example/api", "https://a.op.example/end", [])),
    Case("to the parent domain", ("https://a.op.example/api", "https://op.example/end", [])),
    Case(
      "to the same origin with an explicit port",
      ("https://op.example/api", "https://op.example:443/end", ["Authorization"])),
    Case(
      "to the same host in capitals",
      ("https://op.example/api", "https://OP.example/end", ["Authorization"])),
    Case(
      "from http to https on the same host",
      ("http://localhost/api", "https://localhost/end", ["Authorization"])),
    Case(
      "from http to https on the same host, with explicit default ports",
      ("http://localhost:80/api", "https://localhost:443/end", ["Authorization"])),
    Case(
      "from http to https on the same host and port",
      ("http://127.0.0.1:8080/api", "https://127.0.0.1:8080/end", ["Authorization"])),
    Case(
      "from http to https on the same host, at another port",
      ("http://localhost:8080/api", "https://localhost:8443/end", [])),
    Case(
      "from http to https, from port 443 to port 80",
      ("http://localhost:443/api", "https://localhost:80/end", [])),
    Case(
      "from http at another port to https at the default port",
      ("http://localhost:8080/api", "https://localhost/end", [])),
    Case(
      "from http to https on another host",
      ("http://localhost/api", "https://localhost.example/end", [])),
    Case(
      "from https to http on the same host",
      ("https://localhost/api", "http://localhost/end", [])),
    Case(
      "from https to http on the same host and port",
      ("https://localhost:8443/api", "http://localhost:8443/end", [])),
    Case("to the same host with a dot", ("https://op.example/api", "https://op.example./end", [])),
  ]

  @Test(
    "leaves the origin if scheme, host or port differs, except for an upgrade to TLS",
    arguments: chains)
  func origins(_ row: Case<(from: String, to: String, fields: Set<String>)>) async throws {
    let seen = Log<[String]>()
    let transport = AnsweringTransport { request in
      seen.add(request.headerFields.map(\.name.rawName))
      return seen.entries.count == 1
        ? AnsweringTransport.status(.found, [.location: row.value.to])
        : AnsweringTransport.status(.ok)
    }
    let service = AuthorizedTransport(
      try await provider.session(), redirects: .follow(), transport: transport)
    _ = try await service.send(HTTPRequest(to: Endpoint(row.value.from).text))
    #expect(seen.entries.map(Set.init) == [["Authorization"], row.value.fields])
  }
}
