// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("client assertions (private_key_jwt)", .world)
struct AssertionTests {
  /// A registered client that authenticates by assertions.
  private func signer() async throws -> AssertingClient {
    let signer = try AssertingClient()
    try await world.add(signer.client)
    return signer
  }

  // attack: T-33
  @Test("an assertion must be complete, valid now, and about its own client")
  func claims() async throws {
    let signer = try await signer()
    let clock = world.server.clock
    let cases: [(String, KeyValuePairs<String, JSONValue?>, Bool)] = [
      ("good", [:], true),
      ("no exp", ["exp": nil], false),
      (
        "expired five minutes ago", ["iat": clock.seconds(-360), "exp": clock.seconds(-300)], false
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
      let reply = try await signer.ask(signer.claims(jti: name).with(changes))
      #expect(reply.status == (isGood ? 200 : 401), "\(name)")
      #expect(isGood || reply.error == "invalid_client", "\(name)")
    }
    for type in ["urn:ietf:params:oauth:client-assertion-type:saml2-bearer", "jwt", nil] {
      var form = try signer.form()
      form["client_assertion_type"] = type
      #expect(try await world.credentials(signer.client, form).error == "invalid_client")
    }
  }

  // attack: T-34
  @Test("an assertion must have the issuer as its only audience")
  func audience() async throws {
    let signer = try await signer()
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
      let reply = try await signer.ask(signer.claims(jti: name).with(["aud": audience]))
      #expect(reply.status == (isGood ? 200 : 401), "\(name)")
    }
  }

  // attack: T-34
  @Test(
    "an endpoint in the settings is accepted as an audience",
    .world {
      guard let endpoint = try? Endpoint($0.issuer.text + "/token") else { return }
      $0.assertionAudiences = .alsoEndpoints([endpoint], because: "old clients")
    })
  func endpoints() async throws {
    let signer = try await signer()
    for (audience, status) in [
      (world.server.issuer + "/token", 200), ("https://evil.example/token", 401),
    ] {
      let claims = signer.claims(jti: audience).with(["aud": .string(audience)])
      #expect(try await signer.ask(claims).status == status, "\(audience)")
    }
  }

  // attack: T-36
  @Test("an assertion is accepted once, and jti is unique for each client")
  func replay() async throws {
    let (ab, a) = (try AssertingClient("ab"), try AssertingClient("a"))
    try await world.add(ab.client, a.client)
    #expect(try await ab.ask(ab.claims(jti: "c")).status == 200)
    #expect(try await a.ask(a.claims(jti: "bc")).status == 200)
    for (client, jti) in [(ab, "c"), (a, "bc")] {
      #expect(try await client.ask(client.claims(jti: jti)).isRefused("invalid_client", 401))
    }
    #expect(try await a.ask(a.claims(jti: "c")).status == 200)
  }

  @Test("of 20 concurrent uses of one assertion one succeeds")
  func race() async throws {
    let signer = try await signer()
    let form = try signer.form()
    let replies = try await inParallel(20) { _ in
      try await world.credentials(signer.client, form).status
    }
    #expect(replies.count { $0 == 200 } == 1)
    #expect(replies.count { $0 == 401 } == 19)
  }

  // attack: T-37
  @Test("only the registered keys verify an assertion, not keys that its header names")
  func keys() async throws {
    let (signer, other) = (try AssertingClient(), try AssertingClient("other-signer"))
    try await world.add(signer.client, other.client)
    let outsider = try SigningKey.generate(.es256)
    let trap = world.server.issuer + "/trap"
    let cases: [(String, JSONObject, SigningKey)] = [
      ("another client's key", other.header, other.key),
      ("another client's key under our name", signer.header, other.key),
      ("a key in the header", ["alg": "ES256", "jwk": .object(outsider.publicJWK.json)], outsider),
      ("the address of a key", ["alg": "ES256", "jku": .string(trap)], outsider),
      ("the address of a certificate", ["alg": "ES256", "x5u": .string(trap)], outsider),
    ]
    for (name, header, key) in cases {
      let reply = try await signer.ask(header: header, signer.claims(jti: name), by: key)
      #expect(reply.isRefused("invalid_client", 401), "\(name)")
    }
    #expect(world.server.requests.count("/trap") == 0)
    let claims = signer.claims(jti: "mac").serialized()
    for (name, secret) in [
      ("our public key", Array(try TestKeys.signing()[0].publicJWK.json.serialized())),
      ("the client's public key", Array(signer.key.publicJWK.json.serialized())),
      ("nothing", []),
    ] {
      let head = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + "." + Base64URL.encode(claims)
      let mac = HMAC<SHA256>.authenticationCode(
        for: Data(head.utf8), using: SymmetricKey(data: Data(secret)))
      let form = AssertingClient.form(head + "." + Base64URL.encode(Array(mac)))
      #expect(try await world.credentials(signer.client, form).error == "invalid_client", "\(name)")
    }
    #expect(try await signer.ask(signer.claims(jti: "good")).status == 200)
  }

  @Test("an assertion with another algorithm than the registered one, or without keys, is refused")
  func registered() async throws {
    let pinned = try AssertingClient("pinned").with {
      $0.metadata.authenticationAlgorithm = .rs256
    }
    let keyless = try AssertingClient("keyless").with { $0.metadata.jwks = nil }
    try await world.add(pinned.client, keyless.client)
    for client in [pinned, keyless] {
      #expect(try await client.ask(client.claims(jti: "x")).isRefused("invalid_client", 401))
    }
  }

  @Test("an assertion authenticates at revocation and introspection as well")
  func elsewhere() async throws {
    let signer = try await signer()
    for path in ["/revoke", "/introspect"] {
      var form = try signer.form()
      form["token"] = "cc_rt_unknown"
      #expect(try await world.wire.post(path, form: form.encoded).status == 200)
      #expect(try await world.wire.post(path, form: form.encoded).status == 401)
    }
  }
}
