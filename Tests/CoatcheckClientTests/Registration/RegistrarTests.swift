// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Registering a client with an authorization server")
struct RegistrarTests {
  private let office = RegistrationOffice()
  private let store = MemoryTokenStore()
  private let asked = ClientMetadata.native(
    name: "Tool", redirectURIs: ["http://127.0.0.1/callback"])

  private func registered(
    _ metadata: ClientMetadata? = nil, token: Secret? = nil
  ) async throws(OAuthError) -> ClientRegistration {
    try await ClientRegistrar(
      in: store, transport: office, environment: office.clock.environment
    ).client(at: office.metadata(), as: metadata ?? asked, initialAccessToken: token)
  }

  @Test("a client registers once, also concurrently, and then uses the stored registration")
  func once() async throws {
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<10 { group.addTask { try await registered().id } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids == ["client-1"])
    #expect(office.count == 1)
    #expect(try await registered().configuration?.accessToken.reveal() == "rat-1")
    // The stored registration is not listed as a session.
    #expect(try await store.sessions().isEmpty)
  }

  @Test("other metadata, and an expired secret, need a new registration")
  func registersAgain() async throws {
    _ = try await registered()
    var other = asked
    other.scope = "openid"
    #expect(try await registered(other).id == "client-2")
    office.change { $0.secretEnds = Int(office.clock.trueNow.timeIntervalSince1970) + 600 }
    other.tokenEndpointAuthMethod = "client_secret_basic"
    #expect(try await registered(other).id == "client-3")
    #expect(try await registered(other).id == "client-3")
    office.clock.advance(550)
    #expect(try await registered(other).id == "client-4")
  }

  // attack: C-81
  @Test(
    "an unusable registration is deleted and not stored",
    arguments: [
      ("redirect_uris", ["https://evil.example/cb"]),
      ("redirect_uris", []), ("token_endpoint_auth_method", "private_key_jwt"),
      ("token_endpoint_auth_method", "client_secret_basic"),
    ] as [(String, JSONValue)])
  func insufficient(member: String, value: JSONValue) async throws {
    office.change { $0.overrides = [member: value] }
    let error = await failure { () async throws(OAuthError) in try await registered() }
    #expect(error == .unreadable(.replyMalformed, ""))
    #expect(error?.parameter == member)
    #expect(office.deleted == ["Bearer rat-1"])
    office.change { $0.overrides = [:] }
    #expect(try await registered().id == "client-2")
  }

  // attack: C-81
  @Test("the registration access token is never sent to another origin")
  func otherOrigin() async throws {
    office.change { $0.overrides = ["registration_client_uri": "https://evil.example/c"] }
    #expect(try await registered().configuration == nil)
    try await ClientRegistrar(
      in: store, transport: office, environment: office.clock.environment
    ).unregister(at: Issuer("https://op.example"), named: "Tool")
    #expect(office.origins == ["https://op.example"])
    #expect(try await registered().id == "client-2")
  }

  @Test("the initial access token is sent, and a refusal is thrown")
  func initialToken() async throws {
    office.change { $0.wanted = "Bearer initial" }
    let error = await failure { () async throws(OAuthError) in try await registered() }
    #expect(error == .refused(.invalidToken, ""))
    #expect(try await registered(token: Secret("initial")).id == "client-1")
  }

  @Test("an authorization server without a registration endpoint is sent no request")
  func unanswered() async throws {
    await expectError(outcome: .misused) { () async throws(OAuthError) in
      var metadata = try office.metadata()
      metadata.registrationEndpoint = nil
      return try await ClientRegistrar(in: store, transport: office).client(at: metadata, as: asked)
    }
    #expect(office.origins.isEmpty)
  }

  static let algorithms: [Case<(listed: [String]?, asked: String?, registered: String?)>] = [
    Case("the issuer has ES256", (["RS256", "ES256"], nil, "ES256")),
    Case("the issuer has no ES256", (["RS256", "PS256"], nil, nil)),
    Case("the issuer lists none", (nil, nil, nil)),
    Case("the client requests another algorithm", (["RS256", "ES256"], "RS256", "RS256")),
  ]

  @Test(
    "a client without an ID token algorithm registers ES256 if the server lists it",
    arguments: algorithms)
  func algorithm(_ row: Case<(listed: [String]?, asked: String?, registered: String?)>)
    async throws
  {
    var metadata = try office.metadata()
    metadata.idTokenSigningAlgorithms = row.value.listed
    var asked = asked
    asked.idTokenSigningAlgorithm = row.value.asked
    for _ in 0..<2 {
      let registration = try await ClientRegistrar(
        in: store, transport: office, environment: office.clock.environment
      ).client(at: metadata, as: asked)
      #expect(registration.metadata.idTokenSigningAlgorithm == row.value.registered)
    }
    // The added algorithm does not cause another registration the next time.
    #expect(office.count == 1)
  }

  @Test("Client.register keeps the registration and its authentication method in files")
  func wholeClient() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/coatcheck-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let provider = Provider(metadata: try office.metadata())
    var asked = asked
    asked.tokenEndpointAuthMethod = "client_secret_post"
    for _ in 0..<2 {
      let client = try await Client.register(
        at: provider, as: asked, store: FileTokenStore(directory: folder), transport: office
      ) { $0.environment = office.clock.environment }
      #expect(client.identity.id == "client-1")
      #expect(client.identity.authentication.method == "client_secret_post")
      #expect(try await client.sessions().isEmpty)
    }
    #expect(office.count == 1)
  }
}

/// An issuer's registration endpoint.
private final class RegistrationOffice: HTTPTransport {
  struct State {
    var count = 0
    var origins: Set<String> = []
    var deleted: [String] = []
    var secretEnds = 0
    var wanted: String?
    var overrides: JSONObject = [:]
  }

  let clock = HandClock()
  private let state = Mutex(State())

  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
  var count: Int { state.withLock { $0.count } }
  var origins: Set<String> { state.withLock { $0.origins } }
  var deleted: [String] { state.withLock { $0.deleted } }

  func metadata() throws(OAuthError) -> ServerMetadata {
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    metadata.registrationEndpoint = try Endpoint("https://op.example/register")
    metadata.authorizationEndpoint = try Endpoint("https://op.example/authorize")
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    return metadata
  }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let authorization = request.headerFields[.authorization]
    return state.withLock { state in
      state.origins.insert("\(request.scheme ?? "")://\(request.authority ?? "")")
      if request.method == .delete {
        state.deleted.append(authorization ?? "")
        return (HTTPResponse(status: .noContent), Data())
      }
      guard state.wanted == nil || state.wanted == authorization else {
        return FakeProvider.rejection
      }
      state.count += 1
      var json = (try? JSONObject(parsing: [UInt8](body))) ?? [:]
      json["client_id"] = .string("client-\(state.count)")
      if json["token_endpoint_auth_method"] != "none" {
        json["client_secret"] = .string("secret-\(state.count)")
        json["client_secret_expires_at"] = .number(JSONNumber(state.secretEnds))
      }
      json["registration_access_token"] = .string("rat-\(state.count)")
      json["registration_client_uri"] = .string("https://op.example/register/\(state.count)")
      for (name, value) in state.overrides { json[name] = value }
      return FakeProvider.json(json, status: 201)
    }
  }
}
