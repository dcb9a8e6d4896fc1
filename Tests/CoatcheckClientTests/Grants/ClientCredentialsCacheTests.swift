// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Tokens of the client credentials grant")
struct ClientCredentialsCacheTests {
  /// A token endpoint and a resource server on this machine.
  private final class Desk: Sendable {
    struct State {
      var count = 0
      var lifetime: Int? = 600
      var isDown = false
      var forms: [Parameters] = []
      /// The only token that the resource server accepts; nil accepts any.
      var wanted: String?
    }

    private let state = Mutex(State())
    private let server = Mutex<RawServer?>(nil)
    let gate: Gate?

    init(gate: Gate? = nil) throws {
      self.gate = gate
      let made = try RawServer.streaming { [weak self] in self?.answer($0) }
      server.withLock { $0 = made }
    }

    var origin: String { server.withLock { $0?.origin ?? "" } }
    var count: Int { state.withLock { $0.count } }
    var forms: [Parameters] { state.withLock { $0.forms } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    private func answer(_ request: StreamedRequest) {
      let body = request.body() ?? []
      let (status, fields, json): (String, [String], JSONObject) = state.withLock { state in
        guard request.path == "/token" else {
          let token = (request.fields["authorization"] ?? "").dropFirst("Bearer ".count)
          return state.wanted.map { $0 == token } ?? true
            ? ("200 OK", [], ["token": .string(String(token))])
            : ("401 Unauthorized", ["WWW-Authenticate: Bearer error=\"invalid_token\""], [:])
        }
        state.count += 1
        state.forms.append((try? Parameters(bytes: body, repeatable: ["resource"])) ?? [:])
        guard !state.isDown else { return ("503 Service Unavailable", [], [:]) }
        var json: JSONObject = [
          "access_token": .string("at-\(state.count)"), "token_type": "Bearer",
        ]
        json["expires_in"] = state.lifetime.map { .number(JSONNumber($0)) }
        return ("200 OK", [], json)
      }
      request.answer(
        status, ["Content-Type: application/json"] + fields,
        body: String(decoding: json.serialized(), as: UTF8.self))
    }
  }

  private let desk: Desk
  private let clock = HandClock()

  init() throws { desk = try Desk() }

  private func cache(_ client: ClientIdentity? = nil) throws -> ClientCredentialsCache {
    var metadata = ServerMetadata(issuer: try Issuer(desk.origin))
    metadata.tokenEndpoint = try Endpoint(desk.origin + "/token")
    return ClientCredentialsCache(
      ClientContext(
        provider: Provider(metadata: metadata),
        client: client ?? ClientIdentity(id: "svc", authentication: .post(Secret("s"))),
        runtime: ClientRuntime(
          transport: AsyncHTTPTransport.shared, environment: clock.environment
        ) { $0.leeway = 60 }))
  }

  private func token(
    _ cache: ClientCredentialsCache, _ target: TokenTarget = TokenTarget()
  ) async throws -> String {
    try await cache.token(for: target).accessToken.reveal()
  }

  @Test("a token is requested once for each target, in any order of scopes")
  func targets() async throws {
    let cache = try cache()
    let targets = [
      TokenTarget(scopes: ["a", "b"]), TokenTarget(scopes: ["b", "a"]),
      TokenTarget(scopes: ["a"]), TokenTarget(scopes: ["a"], audience: "x"),
      TokenTarget(scopes: ["a"], resources: ["https://r.example", "https://q.example"]),
      TokenTarget(scopes: ["a"], resources: ["https://q.example", "https://r.example"]),
    ]
    var tokens: [String] = []
    for target in targets + targets { tokens.append(try await token(cache, target)) }
    #expect(tokens.prefix(6) == ["at-1", "at-1", "at-2", "at-3", "at-4", "at-4"])
    #expect(tokens.prefix(6) == tokens.suffix(6))
    #expect(desk.count == 4)
    #expect(desk.forms[0]["scope"] == "a b")
    #expect(desk.forms[2]["audience"] == "x")
    #expect(desk.forms[3].values(of: "resource") == ["https://q.example", "https://r.example"])
    #expect(desk.forms.allSatisfy { $0["client_secret"] == "s" })
  }

  @Test(
    "a hundred concurrent callers get one token, and a cancelled one does not affect the others")
  func parallel() async throws {
    let cache = try cache()
    let leaver = Task { try await cache.token() }
    leaver.cancel()
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { try await cache.token().accessToken.reveal() } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    _ = await leaver.result
    #expect(tokens == ["at-1"])
    #expect(desk.count == 1)
  }

  @Test("a token is replaced before it expires, while no caller waits")
  func ahead() async throws {
    let cache = try cache()
    #expect(try await token(cache) == "at-1")
    clock.advance(539)
    #expect(try await token(cache) == "at-1")
    #expect(desk.count == 1)
    clock.advance(2)
    // The old token is still valid, and its replacement is being requested.
    #expect(try await token(cache) == "at-1")
    try await eventually { try await token(cache) == "at-2" }
    #expect(desk.count == 2)
  }

  @Test("an expired token is never returned")
  func ended() async throws {
    let cache = try cache()
    #expect(try await token(cache) == "at-1")
    clock.advance(600)
    #expect(try await token(cache) == "at-2")
    clock.jump(-100_000)
    clock.advance(600)
    #expect(try await token(cache) == "at-3")
  }

  @Test(
    "while the server is unavailable, the token is used until it expires, with few requests"
  )
  func down() async throws {
    let cache = try cache()
    #expect(try await token(cache) == "at-1")
    desk.change { $0.isDown = true }
    clock.advance(550)
    #expect(try await token(cache) == "at-1")
    try await eventually { desk.count == 2 }
    for _ in 0..<20 { #expect(try await token(cache) == "at-1") }
    try await Task.sleep(for: .milliseconds(20))
    #expect(desk.count <= 3)
    clock.advance(60)
    #expect(await failure { try await cache.token() }?.isTransient == true)
    desk.change { $0.isDown = false }
    #expect(try await token(cache).hasPrefix("at-"))
  }

  @Test("a token without an expiry is used until it is rejected")
  func endless() async throws {
    desk.change { $0.lifetime = nil }
    let cache = try cache()
    #expect(try await token(cache) == "at-1")
    clock.advance(1_000_000)
    #expect(try await token(cache) == "at-1")
    cache.invalidate(Secret("at-0"))
    #expect(try await token(cache) == "at-1")
    cache.invalidate(Secret("at-1"))
    #expect(try await token(cache) == "at-2")
  }

  @Test("requests to a resource server carry the token, and a rejected one is replaced once")
  func authorizer() async throws {
    let cache = try cache()
    let service = AuthorizedTransport(
      authorizer: cache.authorizer(), transport: AsyncHTTPTransport.shared,
      environment: clock.environment)
    let request = HTTPRequest(to: desk.origin + "/api")
    func call() async throws -> (Int, String) {
      let (head, body) = try await service.send(request)
      return (head.status.code, String(decoding: body, as: UTF8.self))
    }
    #expect(try await call() == (200, #"{"token":"at-1"}"#))
    desk.change { $0.wanted = "at-2" }
    #expect(try await call() == (200, #"{"token":"at-2"}"#))
    desk.change { $0.wanted = "never" }
    #expect(try await call().0 == 401)
    #expect(desk.count == 3)
  }

  @Test("a client without credentials is refused before anything is sent")
  func bare() async throws {
    let cache = try cache(ClientIdentity(id: "svc"))
    #expect(await failure { try await cache.token() }?.outcome == .misused)
    #expect(desk.count == 0)
  }

  @Test("bound tokens share one key, and requests carry the proof")
  func bound() async throws {
    let server = try BoundServer()
    server.change { $0.issuerNonces = .newest }
    server.change { $0.serviceNonces = .newest }
    let cache = ClientCredentialsCache(
      ClientContext(
        provider: Provider(metadata: try await server.metadata()),
        client: ClientIdentity(id: "svc", authentication: .basic(Secret("s"))),
        runtime: ClientRuntime(transport: server.transport) { $0.dpop = .required() }))
    for scope: Scope in ["a", "b"] {
      let service = AuthorizedTransport(
        authorizer: cache.authorizer(for: TokenTarget(scopes: [scope])),
        transport: server.transport)
      let answer = try await service.send(server.request)
      #expect(answer.head.status == .ok)
    }
    let hits = server.hits("issuer") + server.hits("service")
    #expect(Set(hits.map(\.thumbprint)).count == 1)
    #expect(server.hits("issuer").map(\.nonce) == [nil, "issuer-1", "issuer-2"])
    #expect(server.hits("service").map(\.nonce) == [nil, "service-1", "service-2"])
  }

  @Test("a token is redacted in descriptions")
  func secrecy() async throws {
    let token = try await cache().token()
    var dumped = "\(token) \(String(reflecting: token))"
    dump(token, to: &dumped)
    #expect(!dumped.contains("at-1"))
  }
}
