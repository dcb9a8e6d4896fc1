// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients that authenticate by a signature")
struct AssertionTests {
  /// Runs a test with a client that signs.
  private func withSigner(
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in },
    _ test: (World, AssertingClient) async throws -> Void
  ) async throws {
    let signer = try AssertingClient()
    try await World.run(clients: World.allClients + [signer.client], configure: configure) {
      try await test($0, signer)
    }
  }

  // attack: T-33
  @Test("an assertion counts only whole, in its time, and about its own client")
  func claims() async throws {
    try await withSigner { world, signer in
      let clock = world.server.clock
      let cases: [(String, KeyValuePairs<String, JSONValue?>, Bool)] = [
        ("good", [:], true),
        ("no exp", ["exp": nil], false),
        (
          "expired five minutes ago", ["iat": clock.seconds(-360), "exp": clock.seconds(-300)],
          false
        ),
        ("good for a day", ["exp": clock.seconds(86_400)], false),
        ("no iat", ["iat": nil], true),
        ("nbf in 8 s", ["nbf": clock.seconds(8)], true),
        ("nbf in 61 s", ["nbf": clock.seconds(61)], false),
        ("another subject", ["sub": "service"], false),
        ("another issuer", ["iss": "service"], false),
        ("a subject that is a number", ["sub": 7], false),
        ("no subject", ["sub": nil], false),
        ("no jti", ["jti": nil], false),
        ("exp as a text", ["exp": "9999999999"], false),
      ]
      for (name, changes, isGood) in cases {
        let reply = try await signer.ask(
          world, signer.claims(for: world, jti: name).with(changes))
        #expect(reply.status == (isGood ? 200 : 401), "\(name)")
        #expect(isGood || reply.error == "invalid_client", "\(name)")
      }
      for type in ["urn:ietf:params:oauth:client-assertion-type:saml2-bearer", "jwt", nil] {
        var form = try signer.form(for: world)
        form["grant_type"] = "client_credentials"
        form["client_assertion_type"] = type
        #expect(try await world.token(form).error == "invalid_client")
      }
    }
  }

  // attack: T-34
  @Test("an assertion is for this issuer alone")
  func audience() async throws {
    try await withSigner { world, signer in
      let issuer = JSONValue.string(world.server.issuer)
      let cases: [(String, JSONValue?, Bool)] = [
        ("the issuer", issuer, true),
        ("another server's token endpoint", "https://evil.example/token", false),
        ("the issuer beside another", [issuer, "https://evil.example"], false),
        ("the issuer beside a number", [issuer, 7], false),
        ("the issuer in a list", [issuer], false),
        ("the token endpoint", .string(world.server.issuer + "/token"), false),
        ("a slash more", .string(world.server.issuer + "/"), false),
        ("unknown", nil, false),
      ]
      for (name, audience, isGood) in cases {
        let reply = try await signer.ask(
          world, signer.claims(for: world, jti: name).with(["aud": audience]))
        #expect(reply.status == (isGood ? 200 : 401), "\(name)")
      }
    }
    let allow: @Sendable (inout IssuerSettings) -> Void = { settings in
      guard let endpoint = try? Endpoint(settings.issuer.text + "/token") else { return }
      settings.assertionAudiences = .alsoEndpoints([endpoint], because: "old clients")
    }
    try await withSigner(configure: allow) { world, signer in
      let old = signer.claims(for: world, jti: "old")
        .with(["aud": .string(world.server.issuer + "/token")])
      let taken = try await signer.ask(world, old)
      #expect(taken.status == 200)
      let evil = signer.claims(for: world, jti: "evil").with(["aud": "https://evil.example/token"])
      let refused = try await signer.ask(world, evil)
      #expect(refused.status == 401)
    }
  }

  // attack: T-36
  @Test("an assertion works once, and its name is its client's own")
  func replay() async throws {
    let (ab, a) = (try AssertingClient("ab"), try AssertingClient("a"))
    try await World.run(clients: [ab.client, a.client]) { world in
      #expect(try await ab.ask(world, ab.claims(for: world, jti: "c")).status == 200)
      #expect(try await a.ask(world, a.claims(for: world, jti: "bc")).status == 200)
      for (client, jti) in [(ab, "c"), (a, "bc")] {
        let again = try await client.ask(world, client.claims(for: world, jti: jti))
        #expect(again.status == 401 && again.error == "invalid_client")
      }
      #expect(try await a.ask(world, a.claims(for: world, jti: "c")).status == 200)
    }
  }

  @Test("of twenty parallel uses of one assertion one succeeds")
  func race() async throws {
    try await withSigner { world, signer in
      var form = try signer.form(for: world)
      form["grant_type"] = "client_credentials"
      let sent = form
      let replies = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await world.token(sent).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies.count { $0 == 200 } == 1)
      #expect(replies.count { $0 == 401 } == 19)
    }
  }

  // attack: T-37
  @Test("only the client's registered keys count, whatever the assertion says")
  func keys() async throws {
    let (signer, other) = (try AssertingClient(), try AssertingClient("other-signer"))
    try await World.run(clients: [.service, signer.client, other.client]) { world in
      let outsider = try SigningKey.generate(.es256)
      let trap = world.server.issuer + "/trap"
      let cases: [(String, JSONObject, SigningKey)] = [
        ("another client's key", other.header, other.key),
        ("another client's key under our name", signer.header, other.key),
        (
          "a key in the header", ["alg": "ES256", "jwk": .object(outsider.publicJWK.json)], outsider
        ),
        ("the address of a key", ["alg": "ES256", "jku": .string(trap)], outsider),
        ("the address of a certificate", ["alg": "ES256", "x5u": .string(trap)], outsider),
      ]
      for (name, header, key) in cases {
        let reply = try await signer.ask(
          world, header: header, signer.claims(for: world, jti: name), by: key)
        #expect(reply.status == 401 && reply.error == "invalid_client", "\(name)")
      }
      #expect(world.server.requests.count("/trap") == 0)
      let claims = signer.claims(for: world, jti: "mac").serialized()
      for (name, secret) in [
        ("our public key", Array(try TestKeys.signing()[0].publicJWK.json.serialized())),
        ("the client's public key", Array(signer.key.publicJWK.json.serialized())),
        ("nothing", []),
      ] {
        let head =
          Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + "." + Base64URL.encode(claims)
        let mac = HMAC<SHA256>.authenticationCode(
          for: Data(head.utf8), using: SymmetricKey(data: Data(secret)))
        var form = AssertingClient.form(head + "." + Base64URL.encode(Array(mac)))
        form["grant_type"] = "client_credentials"
        #expect(try await world.token(form).error == "invalid_client", "\(name)")
      }
      #expect(try await signer.ask(world, signer.claims(for: world, jti: "good")).status == 200)
    }
  }

  @Test("a client that registered an algorithm signs with no other, and one without keys with none")
  func registered() async throws {
    var pinned = try AssertingClient("pinned")
    var registration = pinned.client.registration
    registration.metadata.authenticationAlgorithm = .rs256
    pinned = pinned.with(registration)
    var keyless = try AssertingClient("keyless")
    registration = keyless.client.registration
    registration.metadata.jwks = nil
    keyless = keyless.with(registration)
    try await World.run(clients: [pinned.client, keyless.client]) { [pinned, keyless] world in
      for client in [pinned, keyless] {
        let reply = try await client.ask(world, client.claims(for: world, jti: "x"))
        #expect(reply.status == 401 && reply.error == "invalid_client")
      }
    }
  }

  @Test("an assertion authenticates at revocation and introspection as well")
  func elsewhere() async throws {
    try await withSigner { world, signer in
      for path in ["/revoke", "/introspect"] {
        var form = try signer.form(for: world)
        form["token"] = "cc_rt_unknown"
        #expect(try await world.wire.post(path, form: form.encoded).status == 200)
        #expect(try await world.wire.post(path, form: form.encoded).status == 401)
      }
    }
  }
}

extension AssertingClient {
  /// The same client, registered otherwise.
  func with(_ registration: RegisteredClient) -> AssertingClient {
    AssertingClient(client: TestClient(registration), key: key)
  }

  private init(client: TestClient, key: SigningKey) {
    self.client = client
    self.key = key
  }
}
