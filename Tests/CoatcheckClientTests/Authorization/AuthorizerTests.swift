// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Adds a proof to each request, similar to DPoP: a MAC of the method, the address, a hash of the token and
/// the latest nonce of the origin.
private final class ProvingAuthorizer: Authorizer {
  private let nonces = Mutex<[String: String]>([:])
  private let key = SymmetricKey(size: .bits256)
  static let proof = HTTPField.Name("DPoP")
  static let nonce = HTTPField.Name("DPoP-Nonce")

  private static func origin(_ request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")"
  }

  func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?,
    environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    guard let session, let name = Self.proof else {
      throw .misused("session", "There is no session.")
    }
    let origin = Self.origin(request)
    let nonce = nonces.withLock { $0[origin] } ?? "-"
    let hash = hex(SHA256.hash(data: Data(session.accessToken.reveal().utf8)).prefix(4))
    let text = [
      request.method.rawValue, origin + (request.path ?? ""), hash, nonce,
      "\(Int(environment.now().timeIntervalSince1970))", environment.token(bytes: 4),
    ].joined(separator: " ")
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    request.headerFields[name] = "\(text) \(hex(code.prefix(4)))"
    request.headerFields[.authorization] = "DPoP \(session.accessToken.reveal())"
  }

  func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict {
    if let name = Self.nonce, let nonce = response.headerFields[name] {
      nonces.withLock { $0[Self.origin(request)] = nonce }
    }
    guard response.status == .unauthorized else { return .accepted }
    let challenges = HTTPChallenge.parse(response.headerFields[values: .wwwAuthenticate])
    let error = challenges.first { $0.scheme == "DPoP" }?.parameters["error"]
    return error == "use_dpop_nonce"
      ? .repeatWithSameToken : error == "invalid_token" ? .tokenRejected : .accepted
  }
}

/// Signs client, time, nonce, method and path with a key of the client, without an access token. The
/// principal comes from the app data of the account.
private struct SigningAuthorizer: Authorizer {
  let key: SymmetricKey
  var usesAccessToken: Bool { false }

  func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?,
    environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    let time = Int(environment.now().timeIntervalSince1970)
    let nonce = environment.token(bytes: 8)
    let client = session?.client.id ?? "anonymous"
    let text = "\(client)\n\(time)\n\(nonce)\n\(request.method.rawValue)\n\(request.path ?? "")"
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    var value = "Sig clientID=\(client), time=\(time), nonce=\(nonce), signature=\(hex(code))"
    if let principal = session?.appData["principal"]?.stringValue {
      value += ", principal=\(principal)"
    }
    request.headerFields[.authorization] = value
  }

  func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict { .accepted }
}

@Suite("A custom authorizer", .timeLimit(.minutes(10)))
struct AuthorizerTests {
  let provider = FakeProvider()
  let transport = AsyncHTTPTransport(proxies: .direct)

  private func request(_ server: ResourceServer, _ path: String = "/a?b=c") -> HTTPRequest {
    HTTPRequest(.put, to: "http://127.0.0.1:\(server.port)\(path)")
  }

  /// A resource server that requires a proof with its nonce, and the access token at-`generation`.
  private func provingServer(_ nonce: String, generation: Int = 1) throws -> ResourceServer {
    try ResourceServer { hit in
      let words = (hit.fields["dpop"] ?? "").split(separator: " ").map(String.init)
      guard words.count == 7, words[0] == hit.method, words[1].hasSuffix(hit.path) else {
        return .init(status: "400 Bad")
      }
      guard words[3] == nonce else {
        return .init(
          status: "401 X",
          fields: ["DPoP-Nonce: \(nonce)", "WWW-Authenticate: DPoP error=\"use_dpop_nonce\""])
      }
      guard hit.authorization == "DPoP at-\(generation)" else {
        return .init(status: "401 X", fields: ["WWW-Authenticate: DPoP error=\"invalid_token\""])
      }
      return .ok
    }
  }

  @Test("learns the nonce of each origin, and is called once more with the same token")
  func nonces() async throws {
    let one = try provingServer("n-1")
    let other = try provingServer("n-2")
    let service = AuthorizedTransport(
      try await provider.session(), authorizer: ProvingAuthorizer(), transport: transport)
    for server in [one, other] {
      for _ in 1...2 {
        let response = try await service.open(request(server), body: .data(Data("film".utf8)))
        #expect(response.head.status == .ok)
      }
      // Three, not four: the second request already has the nonce.
      #expect(server.hits.count == 3)
      #expect(server.hits.allSatisfy { $0.body == Array("film".utf8) })
      #expect(server.hits.allSatisfy { $0.authorization == "DPoP at-1" })
      // No two proofs are the same.
      #expect(Set(server.hits.compactMap { $0.fields["dpop"] }).count == 3)
    }
    #expect(provider.refreshes == 0)
  }

  @Test("repeats a request for a nonce with the same token, and then with a new token")
  func nonceAndRefresh() async throws {
    let server = try provingServer("n-1", generation: 2)
    let service = AuthorizedTransport(
      try await provider.session(), authorizer: ProvingAuthorizer(), transport: transport)
    let (head, _) = try await service.send(request(server))
    #expect(head.status == .ok)
    #expect(server.hits.map { $0.authorization } == ["DPoP at-1", "DPoP at-1", "DPoP at-2"])
  }

  @Test("whose nonces are never accepted repeats the request once and returns the response")
  func endlessNonces() async throws {
    let count = Counter()
    let server = try ResourceServer { _ in
      count.add(1)
      return .init(
        status: "401 X",
        fields: ["DPoP-Nonce: n-\(count.value)", "WWW-Authenticate: DPoP error=\"use_dpop_nonce\""])
    }
    let service = AuthorizedTransport(
      try await provider.session(), authorizer: ProvingAuthorizer(), transport: transport)
    let (head, _) = try await service.send(request(server))
    #expect(head.status == .unauthorized)
    #expect(server.hits.count == 2)
  }

  @Test("makes a new proof for a redirect within the origin, and none for another origin")
  func redirects() async throws {
    let away = try ResourceServer([:])
    let target = "\(away.origin)/end"
    let home = try ResourceServer { hit in
      hit.path == "/there" ? .redirect(303, target) : .redirect(307, "/there")
    }
    let service = AuthorizedTransport(
      try await provider.session(), authorizer: ProvingAuthorizer(), redirects: .follow(),
      transport: transport)
    _ = try await service.send(request(home))
    let addresses = home.hits.map { hit in
      hit.fields["dpop"].map { String($0.split(separator: " ")[1]) }
    }
    #expect(addresses == [home.origin + "/a?b=c", home.origin + "/there"])
    let last = try #require(away.hits.first)
    #expect(last.fields["dpop"] == nil && last.authorization == nil)
  }

  @Test("that uses no access token signs with an expired token or without a session")
  func signatures() async throws {
    let server = try ResourceServer([:])
    let authorizer = SigningAuthorizer(key: SymmetricKey(size: .bits256))
    let store = MemoryTokenStore()
    var stored = try #require(try await provider.session(in: store).stored)
    stored.appData["principal"] = "p-1"
    try await store.save(stored)
    let session = provider.live(stored, in: store)
    provider.clock.advance(10_000)
    let asked = provider.total
    _ = try await AuthorizedTransport(session, authorizer: authorizer, transport: transport)
      .send(request(server))
    _ = try await AuthorizedTransport(
      authorizer: authorizer, transport: transport, environment: provider.environment
    ).send(request(server))
    #expect(provider.total == asked)
    let values = server.hits.compactMap(\.authorization)
    #expect(values.count == 2)
    #expect(values.first?.hasPrefix("Sig clientID=app, time=1700010000,") == true)
    #expect(values.first?.hasSuffix("principal=p-1") == true)
    #expect(values.last?.hasPrefix("Sig clientID=anonymous,") == true)
  }

  @Test("cannot send a request to another origin")
  func elsewhere() async throws {
    struct Leading: Authorizer {
      func authorize(
        _ request: inout HTTPRequest, as session: AuthorizedSession?,
        environment: RuntimeEnvironment
      ) async throws(OAuthError) {
        request.authority = "evil.example"
        request.scheme = "https"
      }
      func verdict(
        on response: HTTPResponse, body: Data, to request: HTTPRequest
      ) async -> AuthorizationVerdict { .accepted }
    }
    let server = try ResourceServer([:])
    let service = AuthorizedTransport(
      try await provider.session(), authorizer: Leading(), transport: transport)
    #expect(await failure { try await service.send(request(server)) }?.outcome == .misused)
  }
}
