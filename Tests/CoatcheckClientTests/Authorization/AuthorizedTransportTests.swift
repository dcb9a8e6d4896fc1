// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A request on behalf of a user", .timeLimit(.minutes(10)))
struct AuthorizedTransportTests {
  let provider = FakeProvider()
  let transport = AsyncHTTPTransport(proxies: .direct)
  let folder: Folder

  init() throws { folder = try Folder() }

  private func service(
    _ authorizer: any Authorizer = BearerAuthorizer(), redirects: RedirectRules = .returned
  ) async throws -> AuthorizedTransport {
    AuthorizedTransport(
      try await provider.session(), authorizer: authorizer, redirects: redirects,
      transport: transport)
  }

  private static let bytes = Data((0..<300_007).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  static let bodies: [Case<@Sendable (Folder) throws -> RequestBody>] = [
    Case("in memory") { _ in .data(bytes) },
    Case("from a file") { folder in
      try bytes.write(to: URL(fileURLWithPath: folder.path + "/body"))
      return .file(path: folder.path + "/body")
    },
    Case("from a stream") { _ in
      .stream { AsyncStream.pieces(of: bytes, each: 10_000) }
    },
  ]

  @Test("is sent once more with a new token and the same body", arguments: bodies)
  func retry(_ row: Case<@Sendable (Folder) throws -> RequestBody>) async throws {
    let server = try ResourceServer { $0.authorization == "Bearer at-2" ? .ok : .rejection }
    let progress = Log<TransferProgress>()
    let response = try await service().open(
      server.request(.post), body: row.value(folder), limit: .standard
    ) { progress.add($0) }
    #expect(response.head.status == .ok)
    #expect(server.hits.map(\.authorization) == ["Bearer at-1", "Bearer at-2"])
    let whole = SHA256.hash(data: Self.bytes)
    let hashes = server.hits.compactMap(\.body).map { SHA256.hash(data: $0) }
    #expect(hashes == [whole, whole])
    #expect(provider.refreshes == 1)
    // The progress of each attempt starts at zero and has the number of the attempt.
    #expect(Set(progress.entries.map(\.attempt)) == [1, 2])
    for attempt in 1...2 {
      let bytes = progress.entries.filter { $0.attempt == attempt }.map(\.bytes)
      #expect(bytes == bytes.sorted() && bytes.first ?? .max <= 65_536)
      #expect(bytes.last == 300_007)
    }
  }

  // attack: C-52
  @Test("whose token is always rejected is sent twice, with one refresh", arguments: bodies)
  func endlessRejection(_ row: Case<@Sendable (Folder) throws -> RequestBody>) async throws {
    let server = try ResourceServer { _ in .rejection }
    let service = try await service(redirects: .follow())
    await expectError(.refused(.invalidToken, ""), status: 401) {
      try await service.open(server.request(.post), body: row.value(folder))
    }
    #expect(server.hits.count == 2)
    #expect(provider.refreshes == 1)
  }

  @Test("with a body that can be read once is not sent again, but the next request has a new token")
  func onlyOnce() async throws {
    let server = try ResourceServer { $0.authorization == "Bearer at-2" ? .ok : .rejection }
    let service = try await service()
    let body = { RequestBody.once(AsyncStream.pieces(of: Data("a".utf8))) }
    let error = await failure { try await service.open(server.request(.post), body: body()) }
    #expect(error == .refused(.invalidToken, ""))
    #expect(error?.parameter == "body")
    #expect(server.hits.count == 1 && provider.refreshes == 1)
    let response = try await service.open(server.request(.post), body: body())
    #expect(response.head.status == .ok)
    #expect(provider.refreshes == 1)
  }

  @Test("whose body can be read once does not follow a redirect that requires it again")
  func onlyOnceRedirected() async throws {
    let server = try ResourceServer(["/": .redirect(307, "/end")])
    let service = try await service(redirects: .follow())
    await expectError(code: .redirectRefused) {
      try await service.open(
        server.request(.post),
        body: .once(AsyncStream.pieces(of: Data("a".utf8))))
    }
    #expect(server.hits.count == 1)
  }

  @Test("shares its refresh with a concurrent one", arguments: [true, false])
  func parallel(isExpired: Bool) async throws {
    let server = try ResourceServer { $0.authorization == "Bearer at-2" ? .ok : .rejection }
    try Self.bytes.write(to: URL(fileURLWithPath: folder.path + "/body"))
    let body = RequestBody.file(path: folder.path + "/body")
    let service = try await service()
    if isExpired { provider.clock.advance(601) }
    async let one = service.open(server.request(.post), body: body)
    async let other = service.open(server.request(.post), body: body)
    #expect(try await [one.head.status, other.head.status] == [.ok, .ok])
    #expect(provider.refreshes == 1)
    #expect(server.hits.count { $0.authorization == "Bearer at-2" } == 2)
    if isExpired { #expect(server.hits.count == 2) }
    let whole = Array(Self.bytes)
    #expect(server.hits.allSatisfy { $0.body == whole })
  }

  @Test("that is rejected while its body is still being sent is sent again")
  func earlyRejection() async throws {
    let hits = Log<String>()
    let server = try RawServer.streaming { request in
      let token = request.fields["authorization"] ?? ""
      hits.add(token)
      guard token == "Bearer at-2" else {
        request.answer("401 Unauthorized")
        _ = request.body { _ in }
        return
      }
      let count = request.digest()?.count ?? -1
      request.answer("200 OK", body: "\(count)")
    }
    let body = RequestBody.stream(length: 32 << 20) {
      AsyncStream.pieces(of: Data(count: 32 << 20), each: 64 << 10)
    }
    let response = try await service().open(server.request(.post), body: body)
    #expect(try await response.body.collect() == Data("\(32 << 20)".utf8))
    #expect(hits.entries == ["Bearer at-1", "Bearer at-2"])
  }

  @Test("after a redirect within the origin is still sent again with a new token")
  func redirectedRetry() async throws {
    let server = try ResourceServer { hit in
      if hit.path == "/" { return .redirect(307, "/end") }
      return hit.authorization == "Bearer at-2" ? .ok : .rejection
    }
    let service = try await service(redirects: .follow())
    let (head, _) = try await service.send(server.request(.post), body: Data("film".utf8))
    #expect(head.status == .ok)
    #expect(server.hits.map(\.path) == ["/", "/end", "/end"])
    #expect(server.hits.allSatisfy { $0.body == Array("film".utf8) })
    #expect(provider.refreshes == 1)
  }

  @Test("is not sent over plain HTTP, or if it already has an Authorization field")
  func refused() async throws {
    let server = try ResourceServer([:])
    let service = try await service(redirects: .follow())
    var authorized = server.request(.post)
    authorized.headerFields[.authorization] = "Bearer mine"
    let plain = HTTPRequest(to: "http://op.example/api")
    for request in [authorized, plain] {
      #expect(await failure { try await service.send(request) }?.outcome == .misused)
      #expect(await failure { try await service.open(request) }?.outcome == .misused)
    }
    #expect(server.hits.isEmpty)
    #expect(provider.total == provider.count("/.well-known/openid-configuration") + 2)
  }

  @Test("reports the progress of its download")
  func download() async throws {
    let text = String(repeating: "x", count: 100_000)
    let server = try ResourceServer(["/": .init(status: "200 OK", body: text)])
    let progress = Log<TransferProgress>()
    let response = try await service().open(
      server.request(.get), body: .empty, limit: .unlimited
    ) { progress.add($0) }
    #expect(response.length == 100_000)
    try await response.save(to: folder.path + "/file")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/file")) == Data(text.utf8))
    #expect(
      progress.entries.last
        == TransferProgress(direction: .download, attempt: 1, bytes: 100_000, total: 100_000))
  }
}
