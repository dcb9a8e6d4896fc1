// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("tokens for the APIs that were asked for")
struct ResourceTests {
  private static let one = "https://one.example/api"
  private static let two = "https://two.example"

  private static let client: TestClient = {
    var registration = TestClient.web.registration
    registration.metadata.resources = [one, two]
    registration.grantTypes.append("client_credentials")
    registration.scopes.append("jobs:read")
    return TestClient(registration, secret: TestClient.web.secret)
  }()

  private func audience(_ world: World, _ reply: WireReply) async throws -> JSONValue? {
    try verified(try Tokens(reply).access, by: await world.wire.send("GET", "/jwks")).claims["aud"]
  }

  @Test("an access token is for the APIs that were asked for, and no wider afterwards")
  func code() async throws {
    try await World.run(clients: [Self.client]) { world in
      var ask = Ask(Self.client)
      ask.parameters.append([Self.one, Self.two], to: "resource")
      let both = try await world.exchange(world.code(ask), ask)
      #expect(try await audience(world, both) == [.string(Self.one), .string(Self.two)])
      let refresh = try Tokens(both).refresh
      var form = world.refreshForm(refresh, as: Self.client)
      form["resource"] = Self.one
      let narrowed = try await world.token(form, as: Self.client)
      #expect(try await audience(world, narrowed) == .string(Self.one))
      var wider = world.refreshForm(try Tokens(narrowed).refresh, as: Self.client)
      wider["resource"] = "https://evil.example"
      #expect(try await world.token(wider, as: Self.client).error == "invalid_target")
      wider["resource"] = nil
      let again = try await world.token(wider, as: Self.client)
      #expect(try await audience(world, again) == [.string(Self.one), .string(Self.two)])
    }
  }

  @Test("a token for an API is invalid at userinfo, unless it was requested for both")
  func userInfo() async throws {
    try await World.run(clients: [Self.client]) { world in
      var ask = Ask(Self.client)
      ask.parameters.append([Self.one], to: "resource")
      let narrow = try await world.signIn(ask)
      #expect(try await world.userInfo(narrow.access).status == 401)
      ask.parameters.append([world.server.issuer], to: "resource")
      let both = try await world.signIn(ask)
      #expect(try await world.userInfo(both.access).status == 200)
    }
  }

  @Test("an API the client may not use is refused at every door")
  func foreign() async throws {
    try await World.run(clients: [Self.client, .publicApp]) { world in
      for resource in ["https://evil.example", "https://one.example/api/", "one"] {
        let reply = try await world.wire.send(
          "GET", "/authorize?\(Ask(Self.client).with("resource", resource).query)")
        #expect(reply.redirected("error") == "invalid_target", "\(resource)")
        let own = try await world.token(
          ["grant_type": "client_credentials", "resource": resource], as: Self.client)
        #expect(own.status == 400 && own.error == "invalid_target", "\(resource)")
      }
      let fragment = try await world.token(
        ["grant_type": "client_credentials", "resource": Self.one + "#x"], as: Self.client)
      #expect(fragment.error == "invalid_target")
      let own = try await world.token(
        ["grant_type": "client_credentials", "resource": Self.two], as: Self.client)
      #expect(try await audience(world, own) == .string(Self.two))
      let plain = try await world.token(["grant_type": "client_credentials"], as: Self.client)
      #expect(try await audience(world, plain) == .string(world.server.issuer))
    }
  }

  // attack: T-39
  @Test("a client that is called as a user is still not that user")
  func subjects() async throws {
    let impostor = TestClient(
      RegisteredClient(
        id: TestUser.alice.id, name: "Impostor", redirectURIs: [],
        authenticationMethod: "client_secret_basic", grantTypes: ["client_credentials"],
        scopes: ["jobs:read"]), secret: Secret("impostor-0123456789-0123456789"))
    try await World.run(clients: [impostor, .publicApp]) { world in
      let own = try Tokens(
        await world.token(["grant_type": "client_credentials"], as: impostor))
      let jwks = try await world.wire.send("GET", "/jwks")
      let subject = try verified(own.access, by: jwks).claims["sub"]?.stringValue
      #expect(subject == "client:" + TestUser.alice.id)
      #expect(subject != TestUser.alice.id)
      #expect(try await world.userInfo(own.access).status == 403)
    }
  }
}
