// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients with keys at a jwks_uri", .timeLimit(.minutes(10)), .world)
struct ClientKeysTests {
  /// A registered client that signs, with its keys at its own `jwks_uri`.
  private func signer(
    _ host: DocumentHost, _ id: String = "signer"
  ) async throws -> AssertingClient {
    let signer = try AssertingClient(id).with {
      $0.metadata.jwks = nil
      $0.metadata.jwksURI = host.url + "/\(id)/jwks"
    }
    host["/\(id)/jwks"] = .keys(signer.key)
    try await world.add(signer.client)
    return signer
  }

  private func withSigner(
    _ test: (DocumentHost, AssertingClient) async throws -> Void
  ) async throws {
    let host = try await DocumentHost.start()
    try await test(host, signer(host))
    await host.stop()
  }

  @Test("the keys are fetched when they are needed, and once an hour")
  func cached() async throws {
    try await withSigner { host, signer in
      #expect(host.count("/signer/jwks") == 0)
      for n in 0..<5 {
        #expect(try await signer.ask(signer.claims(jti: "\(n)")).status == 200)
      }
      #expect(host.count("/signer/jwks") == 1)
      // A key that the client removed is not accepted an hour later.
      let next = try SigningKey.generate(.es256)
      host["/signer/jwks"] = .keys(next)
      world.server.clock.advance(by: .seconds(3_600))
      #expect(try await signer.ask(signer.claims(jti: "late")).isRefused("invalid_client", 401))
      #expect(host.count("/signer/jwks") == 2)
    }
  }

  @Test("a new key is fetched, and unknown keys cause one request in 30 seconds")
  func rotated() async throws {
    try await withSigner { host, signer in
      #expect(try await signer.ask(signer.claims(jti: "a")).status == 200)
      let next = try SigningKey.generate(.es256)
      let header: JSONObject = ["alg": "ES256", "kid": .string(next.keyID)]
      host["/signer/jwks"] = .keys(signer.key, next)
      world.server.clock.advance(by: .seconds(30))
      let fresh = try await signer.ask(header: header, signer.claims(jti: "b"), by: next)
      #expect(fresh.status == 200 && host.count("/signer/jwks") == 2)
      // Invented key identifiers do not cause more requests than that.
      let invented = try SigningKey.generate(.es256)
      let strange: JSONObject = ["alg": "ES256", "kid": .string(invented.keyID)]
      for n in 0..<20 {
        let reply = try await signer.ask(header: strange, signer.claims(jti: "c\(n)"), by: invented)
        #expect(reply.status == 401)
      }
      #expect(host.count("/signer/jwks") == 2)
      #expect(try await signer.ask(signer.claims(jti: "d")).status == 200)
    }
  }

  @Test("concurrent requests cause one fetch")
  func together() async throws {
    try await withSigner { host, signer in
      let statuses = try await inParallel(20) {
        try await signer.ask(signer.claims(jti: "\($0)")).status
      }
      #expect(statuses == Array(repeating: 200, count: 20))
      #expect(host.count("/signer/jwks") == 1)
    }
  }

  @Test("while the jwks_uri is unavailable, known keys are used for a day")
  func down() async throws {
    try await withSigner { host, signer in
      let steps: [(jti: String, later: Double, status: Int)] = [
        ("a", 0, 200), ("b", 7_200, 200), ("c", 80_000, 401),
      ]
      for (jti, later, status) in steps {
        world.server.clock.advance(by: .seconds(later))
        let reply = try await signer.ask(signer.claims(jti: jti))
        #expect(reply.status == status)
        host["/signer/jwks"] = nil
      }
      #expect(world.log.all.contains { $0.contains("jwks_uri") })
    }
  }

  @Test("keys verify only for their own client, also when two clients share a jwks_uri")
  func separate() async throws {
    let host = try await DocumentHost.start()
    let (one, two) = (try await signer(host, "one"), try await signer(host, "two"))
    #expect(try await one.ask(one.claims(jti: "a")).status == 200)
    #expect(try await one.ask(header: two.header, one.claims(jti: "b"), by: two.key).status == 401)
    #expect(try await two.ask(two.claims(jti: "b")).status == 200)
    await host.stop()
  }

  private static let good: JSONObject = [
    "redirect_uris": ["https://my.example/cb"], "grant_types": ["authorization_code"],
  ]

  private func register(_ changes: KeyValuePairs<String, JSONValue?>) async throws -> WireReply {
    try await world.register(Self.good.with(changes))
  }

  private static let open: @Sendable (inout IssuerSettings) -> Void = {
    $0.registration.access = .open(because: "a test")
    $0.registration.attempts = 1_000
  }

  // attack: R-03
  @Test("a loopback or private address gets no request")
  func inside() async throws {
    let sent = SentRequests()
    let issuer = try await PublicIssuer(
      client: .web, reach: OutboundAccess(transport: sent), logger: CapturedLog().logger,
      configure: Self.open)
    for address in [
      "http://127.0.0.1/jwks", "https://127.0.0.1:8443/jwks", "https://localhost/jwks",
      "https://[::1]/jwks", "https://[::ffff:127.0.0.1]/jwks", "https://127.1/jwks",
      "https://169.254.169.254/latest/meta-data", "https://192.168.0.1/jwks",
      "https://printer/jwks", "ftp://my.example/jwks", "file:///etc/passwd",
      "https://user@my.example/jwks", "https://my.example/jwks#a", "",
    ] {
      for name in ["jwks_uri", "sector_identifier_uri"] {
        let reply = try await issuer.register(Self.good.with([name: .string(address)]))
        #expect(reply.isRefused("invalid_client_metadata"), "\(name) \(address)")
      }
    }
    #expect(sent.addresses.isEmpty)
    // An address on the Internet gets a request.
    _ = try await issuer.register(Self.good.with(["jwks_uri": "https://my.example/jwks"]))
    #expect(sent.addresses == ["https://my.example/jwks"])
  }

  // attack: R-03
  @Test("a registration is refused unless its jwks_uri itself returns keys in time")
  func answers() async throws {
    let (host, trap) = (try await DocumentHost.start(), try await DocumentHost.start())
    let keys = JWKSet(keys: [try TestKeys.signing()[0].publicJWK]).json.serialized()
    trap["/jwks"] = .json(keys)
    host["/redirect"] = .redirect(trap.url + "/jwks")
    host["/long"] = .json(Array(repeating: 0x20, count: 10 << 20) + keys)
    host["/hang"] = .silence
    host["/text"] = .json(Array("keys".utf8))
    host["/empty"] = .json(Array(#"{"keys":[]}"#.utf8))
    host["/symmetric"] = .json(Array(#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#.utf8))
    host["/jwks"] = .json(keys)
    let reach = OutboundAccess(transport: HurriedTransport())
    try await World.run(reach: reach, configure: Self.open) { world in
      for path in ["/redirect", "/long", "/hang", "/text", "/empty", "/symmetric", "/nothing"] {
        for method in ["private_key_jwt", "client_secret_basic"] {
          let reply = try await register(
            [
              "jwks_uri": .string(host.url + path), "token_endpoint_auth_method": .string(method),
            ])
          #expect(reply.isRefused("invalid_client_metadata"), "\(path)")
        }
      }
      #expect(trap.count("/jwks") == 0)
      let good = try await register(
        [
          "jwks_uri": .string(host.url + "/jwks"),
          "token_endpoint_auth_method": "private_key_jwt",
        ])
      #expect(good.status == 201 && good.json["client_secret"] == nil)
      #expect(good.json["jwks_uri"]?.stringValue == host.url + "/jwks")
    }
    await host.stop()
    await trap.stop()
  }
}

/// A transport with a deadline of half a second.
private struct HurriedTransport: HTTPTransport {
  private let platform = OutboundAccess(transport: .platform).transport

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let limit = ResponseLimit(bytes: limit.bytes, deadline: .milliseconds(500))
    return try await platform.send(request, body: body, limit: limit)
  }
}
