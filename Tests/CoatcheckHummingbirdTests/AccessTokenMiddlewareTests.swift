// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The middleware of an API accepts a request with a valid token", .timeLimit(.minutes(10)))
struct AccessTokenMiddlewareTests {
  private let transport = AsyncHTTPTransport()

  private func world() async throws -> (issuer: TestServer, api: API) {
    let issuer = try await TestServer.start(clients: [.service])
    let clock = issuer.clock
    var environment = RuntimeEnvironment.live
    environment.now = { clock.now }
    let identifier = try Issuer(issuer.issuer)
    let api = try await API.start(
      taking: [.jwts(of: identifier)], audiences: [issuer.issuer], transport: transport,
      environment: environment)
    return (issuer, api)
  }

  private func token(_ issuer: TestServer, _ scopes: [Scope]) async throws -> Secret {
    let client = ClientIdentity(
      id: "service", authentication: .basic(try #require(TestClient.service.secret)))
    let exchange = DirectExchange(
      .clientCredentials, scopes: scopes, client: client,
      tokenEndpoint: try Endpoint(issuer.issuer + "/token"))
    return try await transport.perform(exchange, environment: .live).accessToken
  }

  private func ask(
    _ method: HTTPRequest.Method, _ address: String, _ authorization: String?
  ) async throws -> (status: Int, challenges: [String], body: String) {
    let endpoint = try Endpoint(address)
    var request = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    request.headerFields[.authorization] = authorization
    let (head, body) = try await transport.send(request, body: Data(), limit: .standard)
    return (
      head.status.code, head.headerFields[values: .wwwAuthenticate],
      String(decoding: body, as: UTF8.self)
    )
  }

  @Test("that was issued for the API, and provides the claims")
  func good() async throws {
    let (issuer, api) = try await world()
    let field = "Bearer \(try await token(issuer, ["jobs:read"]).reveal())"
    let answer = try await ask(.get, api.origin + "/jobs", field)
    #expect(answer.status == 200)
    #expect(answer.body == "service")
    #expect(try await ask(.get, api.origin + "/", nil).body == "open to all")
  }

  @Test("and responds to all others with a challenge")
  func refused() async throws {
    let (issuer, api) = try await world()
    let metadata = "resource_metadata=\"\(api.origin)/.well-known/oauth-protected-resource\""
    let missing = try await ask(.get, api.origin + "/jobs", nil)
    #expect(missing.status == 401)
    #expect(missing.challenges == ["Bearer scope=\"jobs:read\", \(metadata)"])

    let nonsense = try await ask(.get, api.origin + "/jobs", "Bearer nonsense")
    #expect(nonsense.status == 401)
    #expect(nonsense.challenges.first?.contains("error=\"invalid_token\"") == true)

    let field = "Bearer \(try await token(issuer, ["jobs:read"]).reveal())"
    let narrow = try await ask(.post, api.origin + "/jobs/new", field)
    #expect(narrow.status == 403)
    let challenge = try #require(BearerChallenge(fields: narrow.challenges))
    #expect(challenge.error == .insufficientScope)
    #expect(challenge.scope == ["jobs:write"])

    issuer.clock.advance(by: .seconds(3600))
    #expect(try await ask(.get, api.origin + "/jobs", field).status == 401)
  }

  @Test("also when two of them are nested, and each adds a requirement")
  func nested() async throws {
    let (issuer, api) = try await world()
    let field = "Bearer \(try await token(issuer, ["jobs:read", "jobs:write"]).reveal())"
    let answer = try await ask(.post, api.origin + "/jobs/new", field)
    #expect(answer.status == 200)
    #expect(answer.body == "done")
  }

  @Test("and does not turn an error of the API into a challenge")
  func errorOfTheAPI() async throws {
    let (issuer, api) = try await world()
    let field = "Bearer \(try await token(issuer, ["jobs:read"]).reveal())"
    let answer = try await ask(.get, api.origin + "/jobs/broken", field)
    #expect(answer.status == 500)
    #expect(answer.challenges.isEmpty)
  }

  @Test("and the API publishes its metadata")
  func metadata() async throws {
    let (issuer, api) = try await world()
    let resource = try Endpoint(api.origin)
    let metadata = try await transport.perform(
      try ProtectedResourceExchange(resource: resource), environment: .live)
    #expect(metadata.authorizationServers?.map(\.text) == [issuer.issuer])
  }
}
