// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the client configuration endpoint", .openRegistration)
struct ClientConfigurationTests {
  /// A client, and the address and token of its registration.
  private struct Registered {
    let client: TestClient
    let path: String
    let token: String
    var id: String { client.registration.id }
  }

  private func register() async throws -> Registered {
    let reply = try await world.register([
      "client_name": "My App", "redirect_uris": ["https://my.example/cb"],
      "grant_types": ["authorization_code", "refresh_token"],
    ])
    let address = try #require(reply.json["registration_client_uri"]?.stringValue)
    return Registered(
      client: try await world.registered(reply),
      path: String(address.dropFirst(world.server.issuer.count)),
      token: try #require(reply.json["registration_access_token"]?.stringValue))
  }

  private func send(
    _ method: String, _ path: String, _ token: String?, _ body: JSONObject? = nil
  ) async throws -> WireReply {
    try await world.json(
      method, path, body.map { String(decoding: $0.serialized(), as: UTF8.self) }, token)
  }

  private func update(
    _ client: Registered, _ changes: KeyValuePairs<String, JSONValue?> = [:]
  ) async throws -> WireReply {
    let json: JSONObject = [
      "client_id": .string(client.id), "client_name": "Renamed",
      "redirect_uris": ["https://my.example/new"],
    ]
    return try await send("PUT", client.path, client.token, json.with(changes))
  }

  @Test("scopes that a client adds while the consent page is shown are not approved")
  func consent() async throws {
    let client = try await register()
    _ = try await update(client, ["scope": "openid", "redirect_uris": ["https://my.example/cb"]])
    let browser = world.browser()
    let page = try await world.consentPage(browser, Ask(client.client, scope: "openid email"))
    #expect(!page.text.contains("email"))
    _ = try await update(
      client, ["scope": "openid email", "redirect_uris": ["https://my.example/cb"]])
    let again = try await world.submit(browser, page, ["action": "allow"])
    #expect(again.location?.contains("code=") != true)
    let user = TestUser.alice.id
    #expect(try await world.server.store.consent(user: user, client: client.id).isEmpty)
    // The page is shown again, with all scopes.
    let shown = try await browser.get(try #require(again.location))
    let done = try await world.submit(browser, shown, ["action": "allow"])
    #expect(done.location?.contains("code=") == true)
    #expect(
      try await world.server.store.consent(user: user, client: client.id) == ["openid", "email"])
  }

  // attack: V-13
  @Test("changes are limited like registrations, because both can cause outbound requests")
  func counted() async throws {
    try await World.run(configure: {
      $0.registration.access = .open(because: "a test")
      $0.registration.attempts = 3
    }) { _ async throws in
      let client = try await register()
      for _ in 1...2 { #expect(try await update(client).status == 200) }
      let refused = try await update(client)
      #expect(refused.status == 429 && refused["retry-after"] == ["900"])
      #expect(try await send("GET", client.path, client.token).status == 200)
    }
  }

  @Test("a client reads, changes and deletes its registration")
  func whole() async throws {
    let client = try await register()
    let read = try await send("GET", client.path, client.token)
    #expect(read.status == 200 && read["cache-control"] == ["no-store"])
    expect(
      read.json,
      has: [
        "client_name": "My App", "client_secret": nil,
        "registration_access_token": .string(client.token),
      ])
    #expect(try await update(client).status == 200)
    let stored = try #require(try await world.server.store.client(client.id))
    #expect(stored.name == "Renamed" && stored.redirectURIs == ["https://my.example/new"])
    // Members that the change leaves out are removed.
    #expect(stored.grantTypes == ["authorization_code"])
    #expect(stored.secretDigest == client.client.secret.map(TokenDigest.init(of:)))
    #expect(try await update(client, ["token_endpoint_auth_method": "none"]).status == 200)
    #expect(try await world.server.store.client(client.id)?.secretDigest == nil)
  }

  // attack: R-09
  @Test(
    "a token is valid for its own client, client_id is fixed, and deletion revokes all tokens")
  func boundaries() async throws {
    let (one, two) = (try await register(), try await register())
    for (path, token) in [
      (two.path, one.token), (one.path, two.token), (one.path, one.token + "0"),
      (one.path, ""), ("/register/unknown", one.token), ("/register/web", one.token),
    ] {
      for method in ["GET", "PUT", "DELETE"] {
        let body: JSONObject? =
          method == "PUT"
          ? ["client_id": .string(one.id), "redirect_uris": ["https://my.example/new"]] : nil
        let reply = try await send(method, path, token, body)
        #expect((400...401).contains(reply.status), "\(method) \(path)")
      }
    }
    #expect(try await send("GET", one.path, nil).status == 401)
    for (name, changes) in [
      ("another id", ["client_id": .string(two.id)]), ("no id", ["client_id": nil]),
      ("another secret", ["client_secret": "chosen"]),
      ("a token", ["registration_access_token": "chosen"]),
      ("a bad redirect", ["redirect_uris": ["javascript:x"]]),
    ] as [(String, KeyValuePairs<String, JSONValue?>)] {
      #expect(try await update(one, changes).status == 400, "\(name)")
    }
    #expect(try await world.server.store.client(one.id)?.name == "My App")

    let tokens = try await world.signIn(Ask(one.client))
    #expect(try await world.userInfo(tokens.access).status == 200)
    #expect(try await send("DELETE", one.path, one.token).status == 204)
    for method in ["GET", "DELETE"] {
      #expect(try await send(method, one.path, one.token).status == 401)
    }
    #expect(try await world.userInfo(tokens.access).status == 401)
    #expect(try await world.refresh(tokens.refresh, as: one.client).status == 401)
    #expect(try await send("GET", two.path, two.token).status == 200)
  }
}
