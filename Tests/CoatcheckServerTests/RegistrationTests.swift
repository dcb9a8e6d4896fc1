// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients that register themselves", .openRegistration)
struct RegistrationTests {
  private static let good: JSONObject = [
    "client_name": "My App", "redirect_uris": ["https://my.example/cb"],
  ]

  @Test("a client registers, signs a user in, and renews its tokens")
  func whole() async throws {
    let reply = try await world.register(
      Self.good.with(["grant_types": ["authorization_code", "refresh_token"]]))
    #expect(reply.status == 201 && reply["cache-control"] == ["no-store"])
    let secret = try #require(reply.json["client_secret"]?.stringValue)
    #expect(reply.json["client_secret_expires_at"]?.intValue == 0)
    #expect(reply.json["client_id_issued_at"] == world.server.clock.seconds())
    let client = try await world.registered(reply)
    let stored = try await world.server.store.client(client.registration.id)
    #expect(stored?.secretDigest == TokenDigest(of: Secret(secret)))
    let tokens = try await world.signIn(Ask(client))
    #expect(try await world.refresh(tokens.refresh, as: client).status == 200)
    #expect(world.log.has("client_registered"))
    #expect(!world.log.all.contains { $0.contains(secret) })
  }

  @Test("a command-line agent registers with its usual metadata")
  func agent() async throws {
    let reply = try await world.register(
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

  // attack: R-01
  @Test("registration is refused where it is closed, and without a valid initial access token")
  func closed() async throws {
    try await World.run { world in
      #expect(try await world.register(Self.good).status == 403)
      let document = try await world.metadata()
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
        let reply = try await world.register(Self.good, token: wrong)
        #expect(reply.status == 401)
        #expect(reply["www-authenticate"].first?.hasPrefix("Bearer") == true)
      }
      // A refused registration does not count as a use of the token.
      #expect(try await world.register(["redirect_uris": []], token: token.reveal()).status == 400)
      for status in [201, 201, 401] {
        #expect(try await world.register(Self.good, token: token.reveal()).status == status)
      }
      #expect(world.log.all.count { $0.hasPrefix("client_registered ") } == 2)
    }
  }

  // attack: R-02
  @Test("redirect URIs are https, http on loopback, or a private-use scheme")
  func redirects() async throws {
    let bad = [
      "https://my.example/cb#f", "javascript:alert(1)", "data:text/html,x", "/cb", "cb", "",
      "https://*.my.example/cb", "http://my.example/cb", "http://127.0.0.1.evil.example/cb",
      "myapp:/cb", "https://user@my.example/cb", "https://my.example:99999/cb", "https:///cb",
      "https://my.example/c b", "HTTP://my.example/cb", "file:///etc/passwd",
      "https://my.example\\@evil.example/cb", "vbscript:x", "about:blank",
    ]
    for uri in bad {
      let reply = try await world.register([
        "redirect_uris": ["https://my.example/cb", .string(uri)]
      ])
      #expect(reply.isRefused("invalid_redirect_uri"), "\(uri)")
    }
    let many = (0..<1_000).map { JSONValue.string("https://my.example/\($0)") }
    for list: JSONValue in [[], .array(many)] {
      #expect(try await world.register(["redirect_uris": list]).isRefused("invalid_redirect_uri"))
    }
    #expect(try await world.register(["client_name": "x"]).error == "invalid_redirect_uri")
    for uri in [
      "https://my.example/cb?a=b", "http://127.0.0.1/cb", "http://[::1]:4711/cb",
      "http://localhost:4251", "com.example.app:/cb", "https://my.example",
    ] {
      #expect(try await world.register(["redirect_uris": [.string(uri)]]).status == 201, "\(uri)")
    }
  }

  @Test("without outbound access, a registration with a URI to fetch is refused")
  func addresses() async throws {
    let issuer = try await PublicIssuer(client: .web, reach: nil, logger: CapturedLog().logger) {
      $0.registration.access = .open(because: "a test")
    }
    for name in ["jwks_uri", "sector_identifier_uri"] {
      let reply = try await issuer.register(Self.good.with([name: "https://my.example/list"]))
      #expect(reply.isRefused("invalid_client_metadata"), "\(name)")
    }
  }

  // attack: R-04
  @Test("keys must be public, and in jwks or jwks_uri, not in both")
  func keys() async throws {
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
      ("jwks that is not a key set", ["jwks": []]),
      ("none, for a client that signs", ["token_endpoint_auth_method": "private_key_jwt"]),
    ]
    for (name, changes) in cases {
      let reply = try await world.register(Self.good.with(changes))
      #expect(reply.isRefused("invalid_client_metadata"), "\(name)")
    }
    let reply = try await world.register(
      Self.good.with([
        "token_endpoint_auth_method": "private_key_jwt",
        "jwks": .object(JWKSet(keys: [key.publicJWK]).json),
      ]))
    #expect(reply.status == 201 && reply.json["client_secret"] == nil)
    #expect(try await world.registered(reply).registration.metadata.jwks == [key.publicJWK])
  }

  // attack: R-06
  @Test("names of clients are escaped on pages, and their links are https only")
  func words() async throws {
    for name in ["logo_uri", "policy_uri", "tos_uri", "client_uri", "initiate_login_uri"] {
      for value in ["javascript:alert(1)", "data:image/png,x", "http://my.example/", "//x", "x"] {
        let reply = try await world.register(Self.good.with([name: .string(value)]))
        #expect(reply.isRefused("invalid_client_metadata"), "\(name) \(value)")
      }
    }
    let names = [
      "<script>alert(1)</script>", "evil\u{202E}moc.elgoog",
      String(repeating: "x", count: 10_000),
    ]
    for name in names {
      let reply = try await world.register(
        Self.good.with([
          "client_name": .string(name), "logo_uri": "https://my.example/logo.png",
        ]))
      #expect(reply.status == 201)
      let client = try await world.registered(reply)
      let consent = try await world.consentPage(world.browser(), Ask(client))
      #expect(consent.status == 200)
      #expect(!consent.text.contains("<script>") && !consent.text.contains("\u{202E}"))
      #expect(!consent.text.contains(String(repeating: "x", count: 200)))
      #expect(!consent.text.contains("logo.png") && !consent.text.contains("<img"))
    }
  }

  // attack: R-07
  @Test("a client cannot choose its client_id or secret, and gets no more than the policy allows")
  func powers() async throws {
    let reply = try await world.register(
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
      let reply = try await world.register(Self.good.with(changes))
      #expect(reply.isRefused("invalid_client_metadata"), "\(changes)")
    }
  }

  // attack: R-08
  @Test("a body that is not a strict JSON object is refused")
  func bodies() async throws {
    let deep = String(repeating: "[", count: 1_000)
    for body in [
      "null", "[]", "", "{", #"{"client_name":"a","client_name":"b"}"#, #"{"a":"# + deep,
      #"{"redirect_uris":"https://my.example/cb"}"#, #"{"redirect_uris":[1]}"#, "\u{FEFF}{}",
      #"{"client_name":7,"redirect_uris":["https://my.example/cb"]}"#,
    ] {
      #expect(try await world.json("POST", "/register", body).status == 400, "\(body.prefix(40))")
    }
    let reply = try await world.register(Self.good.with(["__proto__": ["admin": true]]))
    #expect(reply.status == 201 && reply.json["__proto__"] == nil)
    #expect(try await world.wire.post("/register", form: "client_name=x").status == 415)
    #expect(try await world.wire.send("GET", "/register").status == 405)
  }

  @Test(
    "one source address can register 20 clients in 15 minutes",
    .world { $0.registration.access = .open(because: "a test") })
  func flood() async throws {
    for n in 0..<21 {
      let reply = try await world.register(Self.good)
      #expect(reply.status == (n < 20 ? 201 : 429))
    }
    world.server.clock.advance(by: .seconds(900))
    #expect(try await world.register(Self.good).status == 201)
  }
}
