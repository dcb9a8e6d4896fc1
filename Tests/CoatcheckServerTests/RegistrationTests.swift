// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients that register themselves")
struct RegistrationTests {
  private static let good: JSONObject = [
    "client_name": "My App", "redirect_uris": ["https://my.example/cb"],
  ]

  /// Runs a test at a server where any user may register.
  private func open(_ test: (World) async throws -> Void) async throws {
    try await World.run(
      configure: { settings in
        settings.registration.access = .open(because: "a test")
        settings.registration.attempts = 1_000
      }, test)
  }

  private func register(
    _ world: World, _ metadata: JSONObject, token: String? = nil
  ) async throws -> WireReply {
    try await register(world, body: String(decoding: metadata.serialized(), as: UTF8.self), token)
  }

  private func register(
    _ world: World, body: String, _ token: String? = nil
  ) async throws -> WireReply {
    let bearer = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    return try await world.wire.send(
      "POST", "/register", [("Content-Type", "application/json")] + bearer, body: body)
  }

  @Test("a client registers, signs a user in, and renews its tokens")
  func whole() async throws {
    try await open { world in
      let reply = try await register(
        world, Self.good.with(["grant_types": ["authorization_code", "refresh_token"]]))
      #expect(reply.status == 201 && reply["cache-control"] == ["no-store"])
      let id = try #require(reply.json["client_id"]?.stringValue)
      let secret = try #require(reply.json["client_secret"]?.stringValue)
      #expect(reply.json["client_secret_expires_at"]?.intValue == 0)
      #expect(reply.json["client_id_issued_at"] == world.server.clock.seconds())
      let registered = try #require(try await world.server.store.client(id))
      #expect(registered.secretDigest == TokenDigest(of: Secret(secret)))
      let client = TestClient(registered, secret: Secret(secret))
      let tokens = try await world.signIn(Ask(client))
      #expect(try await world.refresh(tokens.refresh, as: client).status == 200)
      #expect(world.log.has("client_registered"))
      #expect(!world.log.all.contains { $0.contains(secret) })
    }
  }

  @Test("a command-line agent registers as it does everywhere")
  func agent() async throws {
    try await open { world in
      let reply = try await register(
        world,
        [
          "application_type": "native", "client_name": "oidc-agent:agent-test",
          "response_types": ["code", "token", "id_token", "id_token token"],
          "grant_types": [
            "authorization_code", "refresh_token", "password",
            "urn:ietf:params:oauth:grant-type:device_code",
          ],
          "scope": "openid offline_access profile",
          "redirect_uris": [
            "edu.kit.data.oidc-agent:/redirect", "http://localhost:39947", "http://localhost:8080",
            "http://localhost:4251",
          ],
        ])
      #expect(reply.status == 201)
      let scopes = reply.json["scope"]?.stringValue?.split(separator: " ") ?? []
      #expect(scopes.contains("openid") && scopes.contains("offline_access"))
      #expect(reply.json["redirect_uris"]?.arrayValue?.count == 4)
      let grants = reply.json["grant_types"]?.arrayValue?.compactMap(\.stringValue) ?? []
      #expect(grants.contains("refresh_token") && !grants.contains("password"))
    }
  }

  // attack: R-01
  @Test("no client registers where it is closed, or without a valid token")
  func closed() async throws {
    try await World.run { world in
      #expect(try await register(world, Self.good).status == 403)
      let document = try await world.wire.send("GET", "/.well-known/openid-configuration").json
      #expect(document["registration_endpoint"] == nil)
      #expect(!world.log.has("client_registered"))
    }
    let token = Secret("initial-access-token-0123456789")
    let over = Secret("over-0123456789-0123456789")
    try await World.run(configure: { settings in
      settings.registration.access = .tokens([
        InitialAccessToken(token, uses: 2, expiresAt: TestClock.start + 3_600),
        InitialAccessToken(over, uses: 2, expiresAt: TestClock.start),
      ])
    }) { world in
      for wrong in [nil, "wrong", over.reveal(), token.reveal() + "0"] {
        let reply = try await register(world, Self.good, token: wrong)
        #expect(reply.status == 401)
        #expect(reply["www-authenticate"].first?.hasPrefix("Bearer") == true)
      }
      // What is refused uses nothing up.
      let bad = try await register(world, ["redirect_uris": []], token: token.reveal())
      #expect(bad.status == 400)
      for status in [201, 201, 401] {
        #expect(try await register(world, Self.good, token: token.reveal()).status == status)
      }
      #expect(world.log.all.count { $0.hasPrefix("client_registered ") } == 2)
    }
  }

  // attack: R-02
  @Test("answers go to https, to this machine, or to an app's own scheme")
  func redirects() async throws {
    try await open { world in
      let bad = [
        "https://my.example/cb#f", "javascript:alert(1)", "data:text/html,x", "/cb", "cb", "",
        "https://*.my.example/cb", "http://my.example/cb", "http://127.0.0.1.evil.example/cb",
        "myapp:/cb", "https://user@my.example/cb", "https://my.example:99999/cb", "https:///cb",
        "https://my.example/c b", "HTTP://my.example/cb", "file:///etc/passwd",
        "https://my.example\\@evil.example/cb", "vbscript:x", "about:blank",
      ]
      for uri in bad {
        let reply = try await register(
          world, ["redirect_uris": ["https://my.example/cb", .string(uri)]])
        #expect(reply.status == 400 && reply.error == "invalid_redirect_uri", "\(uri)")
      }
      let many = (0..<1_000).map { JSONValue.string("https://my.example/\($0)") }
      for list: JSONValue in [[], .array(many)] {
        let reply = try await register(world, ["redirect_uris": list])
        #expect(reply.status == 400 && reply.error == "invalid_redirect_uri")
      }
      #expect(try await register(world, ["client_name": "x"]).error == "invalid_redirect_uri")
      for uri in [
        "https://my.example/cb?a=b", "http://127.0.0.1/cb", "http://[::1]:4711/cb",
        "http://localhost:4251", "com.example.app:/cb", "https://my.example",
      ] {
        #expect(
          try await register(world, ["redirect_uris": [.string(uri)]]).status == 201, "\(uri)")
      }
    }
  }

  @Test("where nothing is fetched, no address in a registration is taken")
  func addresses() async throws {
    let issuer = try await PublicIssuer(client: .web, reach: nil, logger: CapturedLog().logger) {
      $0.registration.access = .open(because: "a test")
    }
    for name in ["jwks_uri", "sector_identifier_uri"] {
      let reply = try await issuer.register(
        Self.good.with([name: "https://my.example/list"]))
      #expect(reply.status == 400 && reply.error == "invalid_client_metadata", "\(name)")
    }
  }

  // attack: R-04
  @Test("keys are public, and in one place")
  func keys() async throws {
    try await open { world in
      let key = try SigningKey.generate(.es256)
      let cases: [(String, KeyValuePairs<String, JSONValue?>)] = [
        (
          "two places",
          [
            "jwks": .object(JWKSet(keys: [key.publicJWK]).json),
            "jwks_uri": "https://my.example/jwks",
          ]
        ),
        ("a private key", ["jwks": ["keys": [.object(key.privateJWK())]]]),
        ("a symmetric key", ["jwks": ["keys": [["kty": "oct", "k": "AAAA"]]]]),
        ("no set", ["jwks": []]),
        ("none, for a client that signs", ["token_endpoint_auth_method": "private_key_jwt"]),
      ]
      for (name, changes) in cases {
        let reply = try await register(world, Self.good.with(changes))
        #expect(reply.status == 400 && reply.error == "invalid_client_metadata", "\(name)")
      }
      let reply = try await register(
        world,
        Self.good.with([
          "token_endpoint_auth_method": "private_key_jwt",
          "jwks": .object(JWKSet(keys: [key.publicJWK]).json),
        ]))
      #expect(reply.status == 201 && reply.json["client_secret"] == nil)
      let id = try #require(reply.json["client_id"]?.stringValue)
      #expect(try await world.server.store.client(id)?.metadata.jwks == [key.publicJWK])
    }
  }

  // attack: R-06
  @Test("a third party's words are text on our pages, and its addresses lead to the web only")
  func words() async throws {
    try await open { world in
      for name in ["logo_uri", "policy_uri", "tos_uri", "client_uri", "initiate_login_uri"] {
        for value in ["javascript:alert(1)", "data:image/png,x", "http://my.example/", "//x", "x"] {
          let reply = try await register(world, Self.good.with([name: .string(value)]))
          #expect(
            reply.status == 400 && reply.error == "invalid_client_metadata", "\(name) \(value)")
        }
      }
      let names = [
        "<script>alert(1)</script>", "evil\u{202E}moc.elgoog",
        String(repeating: "x", count: 10_000),
      ]
      for name in names {
        let reply = try await register(
          world,
          Self.good.with([
            "client_name": .string(name), "logo_uri": "https://my.example/logo.png",
          ]))
        #expect(reply.status == 201)
        let id = try #require(reply.json["client_id"]?.stringValue)
        let registered = try #require(try await world.server.store.client(id))
        let client = TestClient(registered)
        let browser = world.browser()
        let consent = try await world.consentPage(
          browser, at: try await world.loginPage(browser, Ask(client)))
        #expect(consent.status == 200)
        #expect(!consent.text.contains("<script>") && !consent.text.contains("\u{202E}"))
        #expect(!consent.text.contains(String(repeating: "x", count: 200)))
        #expect(!consent.text.contains("logo.png") && !consent.text.contains("<img"))
      }
    }
  }

  // attack: R-07
  @Test("a client chooses neither its name nor its secret, and gets no more than the policy has")
  func powers() async throws {
    try await open { world in
      let reply = try await register(
        world,
        Self.good.with([
          "client_id": "service", "client_secret": "chosen", "scope": "openid admin jobs:write",
          "grant_types": ["authorization_code", "client_credentials", "password", "implicit"],
          "registration_access_token": "chosen", "client_secret_expires_at": 1,
        ]))
      #expect(reply.status == 201)
      #expect(reply.json["client_id"]?.stringValue != "service")
      #expect(reply.json["client_secret"]?.stringValue != "chosen")
      #expect(reply.json["registration_access_token"]?.stringValue != "chosen")
      #expect(reply.json["scope"]?.stringValue == "openid")
      #expect(reply.json["grant_types"] == ["authorization_code"])
      for changes: KeyValuePairs<String, JSONValue?> in [
        ["scope": "admin"], ["grant_types": ["client_credentials"]],
        ["response_types": ["token"]], ["token_endpoint_auth_method": "client_secret_jwt"],
        ["id_token_signed_response_alg": "none"], ["id_token_signed_response_alg": "HS256"],
        ["id_token_encrypted_response_alg": "RSA-OAEP"], ["subject_type": "ephemeral"],
        ["userinfo_signed_response_alg": "none"],
      ] {
        let reply = try await register(world, Self.good.with(changes))
        #expect(reply.status == 400 && reply.error == "invalid_client_metadata", "\(changes)")
      }
    }
  }

  // attack: R-08
  @Test("a body that is no strict JSON object is refused")
  func bodies() async throws {
    try await open { world in
      let deep = String(repeating: "[", count: 1_000)
      for body in [
        "null", "[]", "", "{", #"{"client_name":"a","client_name":"b"}"#, #"{"a":"# + deep,
        #"{"redirect_uris":"https://my.example/cb"}"#, #"{"redirect_uris":[1]}"#, "\u{FEFF}{}",
        #"{"client_name":7,"redirect_uris":["https://my.example/cb"]}"#,
      ] {
        let reply = try await register(world, body: body)
        #expect(reply.status == 400, "\(body.prefix(40))")
      }
      let reply = try await register(world, Self.good.with(["__proto__": ["admin": true]]))
      #expect(reply.status == 201 && reply.json["__proto__"] == nil)
      let form = try await world.wire.post("/register", form: "client_name=x")
      #expect(form.status == 415)
      #expect(try await world.wire.send("GET", "/register").status == 405)
    }
  }

  @Test("one address registers twenty clients in a quarter of an hour")
  func flood() async throws {
    try await World.run(configure: { $0.registration.access = .open(because: "a test") }) {
      world in
      for n in 0..<21 {
        let reply = try await register(world, Self.good)
        #expect(reply.status == (n < 20 ? 201 : 429))
      }
      world.server.clock.advance(by: .seconds(900))
      let later = try await register(world, Self.good)
      #expect(later.status == 201)
    }
  }
}
