// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("introspection", .world)
struct IntrospectionTests {
  // attack: U-04
  @Test("only an authenticated client receives a description, and only of its own tokens")
  func clients() async throws {
    let tokens = try await world.signIn(Ask(.web))
    let bare = try await world.wire.post("/introspect", form: "token=\(tokens.access)")
    #expect(bare.isRefused("invalid_client", 401))
    let open = try await world.introspect(tokens.access, as: .publicApp)
    #expect(open.isRefused("invalid_client", 401))
    let foreign = try SigningKey.generate(.es256).sign(
      try UnverifiedJWT(tokens.access).unverifiedClaimsForDisplay(), type: "at+jwt")
    for (name, token, client) in [
      ("another client's token", tokens.access, TestClient.service),
      ("another client's refresh token", tokens.refresh, .service),
      ("an unknown token", "unknown", .web), ("another issuer's", foreign, .web),
      ("an ID token", tokens.id ?? "", .web),
    ] {
      let reply = try await world.introspect(token, as: client)
      #expect(reply.status == 200, "\(name)")
      #expect(reply.body == #"{"active":false}"#, "\(name)")
    }
    let huge = try await world.introspect(String(repeating: "a", count: 1 << 20), as: .web)
    #expect([400, 413].contains(huge.status))
    #expect(try await world.wire.send("GET", "/introspect?token=\(tokens.access)").status == 405)
    let own = try await world.introspect(tokens.access, as: .web)
    #expect(own.json["active"] == true)
    #expect(own["cache-control"] == ["no-store"])
  }

  // attack: U-06
  @Test("an invalid token is reported as inactive without a reason")
  func inactive() async throws {
    let revoked = try await world.signIn(Ask(.web))
    try await world.revoke(revoked.refresh, as: .web)
    let spent = try await world.signIn(Ask(.web))
    let next = try await world.renewed(spent.refresh, as: .web)
    let disabled = try await world.signIn(Ask(.web), by: .bob)
    try await world.disable(.bob)
    for (name, token) in [
      ("revoked access token", revoked.access), ("revoked refresh token", revoked.refresh),
      ("spent refresh token", spent.refresh), ("disabled user", disabled.access),
      ("disabled user's refresh token", disabled.refresh),
    ] {
      let reply = try await world.introspect(token, as: .web)
      #expect(reply.status == 200 && reply.body == #"{"active":false}"#, "\(name)")
    }
    #expect(try await world.introspect(next.refresh, as: .web).json["active"] == true)
    world.server.clock.advance(by: .seconds(600))
    let expired = try await world.introspect(next.access, as: .web)
    #expect(expired.body == #"{"active":false}"#)
  }

  @Test(
    "a user's token is inactive when its client is disabled",
    .world { $0.audience = "https://api.example" })
  func disabledClient() async throws {
    let api = TestClient.backend("api").with { $0.metadata.answersFor = ["https://api.example"] }
    try await world.add(api)
    let tokens = try await world.signIn(Ask(.web))
    #expect(try await world.introspect(tokens.access, as: api).json["active"] == true)
    try await world.add(TestClient.web.with { $0.standing = .disabled })
    #expect(try await world.introspect(tokens.access, as: api).json["active"] == false)
  }

  @Test("an active token is described")
  func active() async throws {
    let prover = try Prover()
    let tokens = try await world.signIn(Ask(.web), proving: prover)
    let access = try await world.introspect(tokens.access, as: .web).json
    expect(
      access,
      has: [
        "sub": .string(TestUser.alice.id), "client_id": "web", "scope": "openid profile email",
        "token_type": "DPoP", "cnf": ["jkt": .string(prover.thumbprint)], "username": "alice",
        "iss": .string(world.server.issuer), "exp": world.server.clock.seconds(600),
      ])
    let refresh = try await world.introspect(tokens.refresh, as: .web).json
    #expect(refresh["active"] == true && refresh["token_type"] == nil)
    let own = try Tokens(await world.credentials())
    let service = try await world.introspect(own.access, as: .service).json
    #expect(service["sub"]?.stringValue == "client:service")
  }

  @Test(
    "a resource server can introspect tokens with its audience, also as a JWT",
    .world { $0.audience = "https://api.example" })
  func apis() async throws {
    let api = TestClient.backend("api").with { $0.metadata.answersFor = ["https://api.example"] }
    let outsider = TestClient.backend("outsider")
    try await world.add(api, outsider)
    let tokens = try await world.signIn()
    #expect(try await world.introspect(tokens.access, as: api).json["active"] == true)
    #expect(try await world.introspect(tokens.refresh, as: api).json["active"] == false)
    #expect(try await world.introspect(tokens.access, as: outsider).json["active"] == false)
    let reply = try await world.introspect(
      tokens.access, as: api, [("Accept", "application/token-introspection+jwt")])
    #expect(reply["content-type"] == ["application/token-introspection+jwt"])
    let jwt = try await world.verified(reply.body)
    #expect(jwt.claims["aud"]?.stringValue == "api")
    #expect(jwt.claims["sub"] == nil && jwt.claims["exp"] == nil)
    let inner = jwt.claims["token_introspection"]?.objectValue
    #expect(inner?["active"] == true)
    #expect(inner?["sub"]?.stringValue == TestUser.alice.id)
  }

  // attack: U-08
  @Test("after a revocation no token of the family is active, also of concurrent requests")
  func race() async throws {
    for _ in 0..<200 {
      let family = RuntimeEnvironment.live.token(bytes: 16)
      let first = OpaqueToken(.refresh, environment: .live)
      try await world.openFamily(family, first: first)
      async let refreshed = world.refresh(first.secret.reveal())
      async let revoked = world.wire.post(
        "/revoke", form: "client_id=app&token=\(first.secret.reveal())")
      let (refresh, revoke) = try await (refreshed, revoked)
      #expect(revoke.status == 200)
      for token in [first.secret.reveal(), refresh.json["refresh_token"]?.stringValue] {
        guard let token else { continue }
        #expect(try await world.refresh(token).error == "invalid_grant")
      }
    }
  }
}

extension World {
  /// Stores a family of Alice at the public client, as a sign-in does.
  fileprivate func openFamily(_ id: String, first: OpaqueToken) async throws {
    let now = server.clock.now
    try await server.store.open(
      RefreshFamily(
        id: id, clientID: "app", userID: TestUser.alice.id, scopes: ["openid"], createdAt: now,
        absoluteExpiry: now + 9_000, authTime: now, nonce: nil),
      first: RefreshRecord(
        digest: first.digest, familyID: id, generation: 0, issuedAt: now, expiresAt: now + 9_000))
  }
}
