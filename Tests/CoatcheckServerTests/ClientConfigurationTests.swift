// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients that look after their registrations")
struct ClientConfigurationTests {
  private struct Registered {
    let id: String
    let path: String
    let token: String
    let json: JSONObject
  }

  private func register(_ world: World) async throws -> Registered {
    let body =
      #"{"client_name":"My App","redirect_uris":["https://my.example/cb"],"#
      + #""grant_types":["authorization_code","refresh_token"]}"#
    let reply = try await world.wire.send(
      "POST", "/register", [("Content-Type", "application/json")], body: body)
    let address = try #require(reply.json["registration_client_uri"]?.stringValue)
    return Registered(
      id: try #require(reply.json["client_id"]?.stringValue),
      path: String(address.dropFirst(world.server.issuer.count)),
      token: try #require(reply.json["registration_access_token"]?.stringValue), json: reply.json)
  }

  private func send(
    _ world: World, _ method: String, _ path: String, _ token: String?, _ body: JSONObject? = nil
  ) async throws -> WireReply {
    let bearer = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    return try await world.wire.send(
      method, path, bearer + (body == nil ? [] : [("Content-Type", "application/json")]),
      body: body.map { String(decoding: $0.serialized(), as: UTF8.self) })
  }

  private func update(_ client: Registered, _ changes: KeyValuePairs<String, JSONValue?>)
    -> JSONObject
  {
    let json: JSONObject = [
      "client_id": .string(client.id), "client_name": "Renamed",
      "redirect_uris": ["https://my.example/new"],
    ]
    return json.with(changes)
  }

  @Test("a client reads, changes and ends its registration")
  func whole() async throws {
    try await World.run(configure: { $0.registration.access = .open(because: "a test") }) {
      world in
      let client = try await register(world)
      let read = try await send(world, "GET", client.path, client.token)
      #expect(read.status == 200 && read["cache-control"] == ["no-store"])
      #expect(read.json["client_name"]?.stringValue == "My App")
      #expect(read.json["client_secret"] == nil)
      #expect(read.json["registration_access_token"]?.stringValue == client.token)
      let changed = try await send(world, "PUT", client.path, client.token, update(client, [:]))
      #expect(changed.status == 200)
      let stored = try #require(try await world.server.store.client(client.id))
      #expect(stored.name == "Renamed" && stored.redirectURIs == ["https://my.example/new"])
      // What was left out is taken away.
      #expect(stored.grantTypes == ["authorization_code"])
      let secret = try #require(client.json["client_secret"]?.stringValue)
      #expect(stored.secretDigest == TokenDigest(of: Secret(secret)))
      let open = try await send(
        world, "PUT", client.path, client.token,
        update(client, ["token_endpoint_auth_method": "none"]))
      #expect(open.status == 200)
      #expect(try await world.server.store.client(client.id)?.secretDigest == nil)
    }
  }

  // attack: R-09
  @Test(
    "a token is good for its own client, a name stays, and what is ended is over with its tokens")
  func boundaries() async throws {
    try await World.run(configure: { $0.registration.access = .open(because: "a test") }) {
      world in
      let (one, two) = (try await register(world), try await register(world))
      for (path, token) in [
        (two.path, one.token), (one.path, two.token), (one.path, one.token + "0"),
        (one.path, ""), ("/register/unknown", one.token), ("/register/web", one.token),
      ] {
        for method in ["GET", "PUT", "DELETE"] {
          let reply = try await send(
            world, method, path, token, method == "PUT" ? update(one, [:]) : nil)
          #expect((400...401).contains(reply.status), "\(method) \(path)")
        }
      }
      #expect(try await send(world, "GET", one.path, nil).status == 401)
      for (name, changes) in [
        ("another id", ["client_id": .string(two.id)]), ("no id", ["client_id": nil]),
        ("another secret", ["client_secret": "chosen"]),
        ("a token", ["registration_access_token": "chosen"]),
        ("a bad redirect", ["redirect_uris": ["javascript:x"]]),
      ] as [(String, KeyValuePairs<String, JSONValue?>)] {
        let reply = try await send(world, "PUT", one.path, one.token, update(one, changes))
        #expect(reply.status == 400, "\(name)")
      }
      #expect(try await world.server.store.client(one.id)?.name == "My App")

      let registered = try #require(try await world.server.store.client(one.id))
      let secret = try #require(one.json["client_secret"]?.stringValue)
      let client = TestClient(registered, secret: Secret(secret))
      let tokens = try await world.signIn(Ask(client))
      #expect(try await world.userInfo(tokens.access).status == 200)
      #expect(try await send(world, "DELETE", one.path, one.token).status == 204)
      for method in ["GET", "DELETE"] {
        #expect(try await send(world, method, one.path, one.token).status == 401)
      }
      #expect(try await world.userInfo(tokens.access).status == 401)
      #expect(try await world.refresh(tokens.refresh, as: client).status == 401)
      #expect(try await send(world, "GET", two.path, two.token).status == 200)
    }
  }
}
