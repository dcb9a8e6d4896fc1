// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("resource indicators", .world)
struct ResourceTests {
  private static let one = "https://one.example/api"
  private static let two = "https://two.example"

  private static let client = TestClient.web.with {
    $0.metadata.resources = [one, two]
    $0.grantTypes.append("client_credentials")
    $0.scopes.append("jobs:read")
  }

  init() async throws { try await world.add(Self.client) }

  private func audience(_ reply: WireReply) async throws -> JSONValue? {
    try await world.claims(try Tokens(reply).access)["aud"]
  }

  @Test("an access token has the requested audience, which a refresh cannot widen")
  func code() async throws {
    var ask = Ask(Self.client)
    ask.parameters.append([Self.one, Self.two], to: "resource")
    let both = try await world.exchange(world.code(ask), ask)
    #expect(try await audience(both) == [.string(Self.one), .string(Self.two)])
    let narrowed = try await world.refresh(
      Tokens(both).refresh, as: Self.client, resource: Self.one)
    #expect(try await audience(narrowed) == .string(Self.one))
    let next = try Tokens(narrowed).refresh
    let evil = try await world.refresh(next, as: Self.client, resource: "https://evil.example")
    #expect(evil.error == "invalid_target")
    let again = try await world.refresh(next, as: Self.client)
    #expect(try await audience(again) == [.string(Self.one), .string(Self.two)])
  }

  // attack: V-15
  @Test("a resource that the authorization request did not name is refused at all grants")
  func notGranted() async throws {
    let ask = Ask(Self.client)
    var form = ask.exchange(try await world.code(ask))
    form["resource"] = Self.one
    #expect(try await world.token(form, as: Self.client).error == "invalid_target")
    let tokens = try await world.signIn(ask)
    let refreshed = try await world.refresh(tokens.refresh, as: Self.client, resource: Self.one)
    #expect(refreshed.error == "invalid_target")
    let own = try await world.refresh(
      tokens.refresh, as: Self.client, resource: world.server.issuer)
    #expect(try await audience(own) == .string(world.server.issuer))
  }

  @Test("a token for a resource server is invalid at userinfo, unless it was requested for both")
  func userInfo() async throws {
    var ask = Ask(Self.client)
    ask.parameters.append([Self.one], to: "resource")
    let narrow = try await world.signIn(ask)
    #expect(try await world.userInfo(narrow.access).status == 401)
    ask.parameters.append([world.server.issuer], to: "resource")
    let both = try await world.signIn(ask)
    #expect(try await world.userInfo(both.access).status == 200)
  }

  @Test("a resource that the client may not use is refused at all endpoints")
  func foreign() async throws {
    for resource in ["https://evil.example", "https://one.example/api/", "one"] {
      let reply = try await world.answer(Ask(Self.client).with("resource", resource))
      #expect(reply.redirected("error") == "invalid_target", "\(resource)")
      let own = try await world.credentials(Self.client, ["resource": resource])
      #expect(own.isRefused("invalid_target"), "\(resource)")
    }
    let fragment = try await world.credentials(Self.client, ["resource": Self.one + "#x"])
    #expect(fragment.error == "invalid_target")
    let own = try await world.credentials(Self.client, ["resource": Self.two])
    #expect(try await audience(own) == .string(Self.two))
    let plain = try await world.credentials(Self.client)
    #expect(try await audience(plain) == .string(world.server.issuer))
  }

  // attack: T-39
  @Test("a client with the identifier of a user does not get the subject of that user")
  func subjects() async throws {
    let impostor = TestClient.backend(
      TestUser.alice.id, grants: ["client_credentials"], scopes: ["jobs:read"])
    try await world.add(impostor)
    let own = try Tokens(await world.credentials(impostor))
    let subject = try await world.claims(own.access)["sub"]?.stringValue
    #expect(subject == "client:" + TestUser.alice.id)
    #expect(subject != TestUser.alice.id)
    #expect(try await world.userInfo(own.access).status == 403)
  }
}
