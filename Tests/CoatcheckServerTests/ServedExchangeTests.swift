// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Tests the client side of each exchange with the server side, over a socket.
@Suite("the exchanges of the client library at the server", .world)
struct ServedExchangeTests {
  private func send<E: Exchange>(_ exchange: E, to world: World) async throws -> E.Reply {
    let environment = world.server.environment
    let (request, body) = try exchange.request(in: environment)
    let (head, data) = try await WireTransport(wire: world.wire).send(
      request, body: body, limit: ResponseLimit.standard)
    return try exchange.reply(head: head, body: data, receivedAt: environment.now())
  }

  private func metadata() async throws -> ServerMetadata {
    try await send(DiscoveryExchange(issuer: Issuer(world.server.issuer)), to: world)
  }

  private let web = ClientIdentity(
    id: "web", authentication: .basic(TestClient.web.secret ?? Secret("")))

  @Test("introspection describes a token, and reports an unknown one as not active")
  func introspection() async throws {
    let endpoint = try #require(try await metadata().introspectionEndpoint)
    let tokens = try await world.signIn(Ask(.web))
    for (token, isActive) in [(tokens.access, true), (tokens.refresh, true), ("unknown", false)] {
      let reply = try await send(
        IntrospectionExchange(token: Secret(token), client: web, endpoint: endpoint), to: world)
      guard case .plain(let introspection) = reply else { throw WorldError.noCode }
      #expect(introspection.isActive == isActive)
    }
  }

  @Test("a device gets codes, polls, and gets tokens")
  func device() async throws {
    try await world.add(.device)
    let found = try await metadata()
    let identity = ClientIdentity(id: TestClient.device.registration.id)
    let codes = try await send(
      DeviceAuthorizationExchange(
        scopes: [.openID], client: identity,
        endpoint: try #require(found.deviceAuthorizationEndpoint)), to: world)
    #expect(codes.interval == .seconds(5) && codes.lifetime == .seconds(600))
    let poll = DeviceTokenExchange(
      deviceCode: codes.deviceCode, client: identity,
      tokenEndpoint: try #require(found.tokenEndpoint))
    await expectError(.refused(.authorizationPending, "")) {
      try await send(poll, to: world)
    }
    let now = world.server.clock.now
    let code = try #require(UserCode(typed: codes.userCode))
    let waiting = try #require(try await world.server.store.device(userCode: code.digest, at: now))
    _ = try await world.server.store.decideDevice(
      waiting.digest,
      DeviceApproval(
        userID: TestUser.alice.id, scopes: waiting.scopes, authTime: now, sessionID: nil),
      at: now)
    #expect(try await send(poll, to: world).idToken != nil)
  }

  @Test("a client registers, and reads, changes and deletes its registration", .openRegistration)
  func registration() async throws {
    let endpoint = try #require(try await metadata().registrationEndpoint)
    let asked = ClientMetadata.native(
      name: "Tool", redirectURIs: ["http://127.0.0.1/callback"], scopes: [.openID])
    let client = try await send(RegistrationExchange(asked, endpoint: endpoint), to: world)
    #expect(client.changes(from: asked).isEmpty && client.secret == nil)
    let read = try #require(
      try await send(try ClientConfigurationExchange(.read, client), to: world))
    #expect(read.metadata == client.metadata)
    var changed = asked
    changed.name = "Renamed"
    let renamed = try #require(
      try await send(try ClientConfigurationExchange(.update(changed), client), to: world))
    #expect(renamed.metadata.name == "Renamed" && renamed.id == client.id)
    #expect(try await send(try ClientConfigurationExchange(.delete, renamed), to: world) == nil)
    await #expect(throws: OAuthError.self) {
      _ = try await send(try ClientConfigurationExchange(.read, renamed), to: world)
    }
  }

  @Test("an authorization request is pushed and used by its request_uri")
  func pushed() async throws {
    let found = try await metadata()
    let endpoint = try #require(found.pushedAuthorizationRequestEndpoint)
    let request = try AuthorizationRequest(parsing: Ask(.web).parameters)
    let kept = try await send(
      PushedAuthorizationExchange(request, client: web, endpoint: endpoint), to: world)
    #expect(kept.expiresIn == 60)
    let authorize = try #require(found.authorizationEndpoint)
    let url = try kept.url(at: authorize, clientID: "web")
    var short = Ask(.web)
    short.parameters = try Query(String(url.absoluteString.split(separator: "?").last ?? ""))
    #expect(short.parameters.names == ["client_id", "request_uri"])
    #expect(try await world.callback(short)["code"] != nil)
  }
}
