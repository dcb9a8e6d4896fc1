// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("introspection")
struct IntrospectionTests {
  /// An API that may ask about the tokens made for it.
  private static func api(_ world: World? = nil, for audience: String) -> TestClient {
    var registration = RegisteredClient(
      id: "api", name: "API", redirectURIs: [], authenticationMethod: "client_secret_basic",
      grantTypes: [], scopes: [])
    registration.metadata.answersFor = [audience]
    return TestClient(registration, secret: Secret("api-secret-0123456789-0123456789"))
  }

  private func introspect(
    _ world: World, _ token: String, as client: TestClient, _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    var form: Query = ["token": token]
    if client.secret == nil { form["client_id"] = client.registration.id }
    return try await world.wire.post(
      "/introspect", form: form.encoded, client.authorization + fields)
  }

  // attack: U-04
  @Test("only an authenticated client receives a description, and only of its own tokens")
  func clients() async throws {
    try await World.run { world in
      let tokens = try await world.signIn(Ask(.web))
      let bare = try await world.wire.post("/introspect", form: "token=\(tokens.access)")
      #expect(bare.status == 401 && bare.error == "invalid_client")
      let open = try await introspect(world, tokens.access, as: .publicApp)
      #expect(open.status == 401 && open.error == "invalid_client")
      let foreign = try SigningKey.generate(.es256).sign(
        try UnverifiedJWT(tokens.access).unverifiedClaimsForDisplay(), type: "at+jwt")
      for (name, token, client) in [
        ("another client's token", tokens.access, TestClient.service),
        ("another client's refresh token", tokens.refresh, .service),
        ("an unknown token", "unknown", .web), ("another issuer's", foreign, .web),
        ("an ID token", tokens.id ?? "", .web),
      ] {
        let reply = try await introspect(world, token, as: client)
        #expect(reply.status == 200, "\(name)")
        #expect(reply.body == #"{"active":false}"#, "\(name)")
      }
      let huge = try await introspect(world, String(repeating: "a", count: 1 << 20), as: .web)
      #expect([400, 413].contains(huge.status))
      let get = try await world.wire.send("GET", "/introspect?token=\(tokens.access)")
      #expect(get.status == 405)
      let own = try await introspect(world, tokens.access, as: .web)
      #expect(own.json["active"] == true)
      #expect(own["cache-control"] == ["no-store"])
    }
  }

  // attack: U-06
  @Test("a token that is over gives no reason, whatever the reason")
  func inactive() async throws {
    try await World.run { world in
      let revoked = try await world.signIn(Ask(.web))
      _ = try await world.wire.post(
        "/revoke", form: "token=\(revoked.refresh)", TestClient.web.authorization)
      let spent = try await world.signIn(Ask(.web))
      let next = try Tokens(await world.refresh(spent.refresh, as: .web))
      let disabled = try await world.signIn(Ask(.web), by: .bob)
      var user = try #require(try await world.server.store.user(id: TestUser.bob.id))
      user.standing = .disabled
      _ = try await world.server.store.save(user)
      for (name, token) in [
        ("revoked access token", revoked.access), ("revoked refresh token", revoked.refresh),
        ("spent refresh token", spent.refresh), ("disabled user", disabled.access),
        ("disabled user's refresh token", disabled.refresh),
      ] {
        let reply = try await introspect(world, token, as: .web)
        #expect(reply.status == 200 && reply.body == #"{"active":false}"#, "\(name)")
      }
      #expect(try await introspect(world, next.refresh, as: .web).json["active"] == true)
      world.server.clock.advance(by: .seconds(600))
      let expired = try await introspect(world, next.access, as: .web)
      #expect(expired.body == #"{"active":false}"#)
    }
  }

  @Test("an active token is described")
  func active() async throws {
    try await World.run { world in
      let prover = try Prover()
      let tokens = try await world.signIn(Ask(.web), proving: prover)
      let access = try await introspect(world, tokens.access, as: .web).json
      #expect(access["sub"]?.stringValue == TestUser.alice.id)
      #expect(access["client_id"]?.stringValue == "web")
      #expect(access["scope"]?.stringValue == "openid profile email")
      #expect(access["token_type"]?.stringValue == "DPoP")
      #expect(access["cnf"] == ["jkt": .string(prover.thumbprint)])
      #expect(access["username"]?.stringValue == "alice")
      #expect(access["iss"]?.stringValue == world.server.issuer)
      #expect(access["exp"] == world.server.clock.seconds(600))
      let refresh = try await introspect(world, tokens.refresh, as: .web).json
      #expect(refresh["active"] == true && refresh["token_type"] == nil)
      let own = try Tokens(await world.token(["grant_type": "client_credentials"], as: .service))
      let service = try await introspect(world, own.access, as: .service).json
      #expect(service["sub"]?.stringValue == "client:service")
    }
  }

  @Test("an API asks about the tokens that are for it, and gets a JWT where it wants one")
  func apis() async throws {
    let audience = "https://api.example"
    let api = Self.api(for: audience)
    let outsider = TestClient(
      RegisteredClient(
        id: "outsider", name: "Outsider", redirectURIs: [],
        authenticationMethod: "client_secret_basic", grantTypes: [], scopes: []),
      secret: Secret("outsider-secret-0123456789-0123456789"))
    try await World.run(
      clients: World.allClients + [api, outsider], configure: { $0.audience = audience }
    ) { world in
      let tokens = try await world.signIn()
      #expect(try await introspect(world, tokens.access, as: api).json["active"] == true)
      #expect(try await introspect(world, tokens.refresh, as: api).json["active"] == false)
      #expect(try await introspect(world, tokens.access, as: outsider).json["active"] == false)
      let reply = try await introspect(
        world, tokens.access, as: api, [("Accept", "application/token-introspection+jwt")])
      #expect(reply["content-type"] == ["application/token-introspection+jwt"])
      let jwt = try verified(reply.body, by: await world.wire.send("GET", "/jwks"))
      #expect(jwt.claims["aud"]?.stringValue == "api")
      #expect(jwt.claims["sub"] == nil && jwt.claims["exp"] == nil)
      let inner = jwt.claims["token_introspection"]?.objectValue
      #expect(inner?["active"] == true)
      #expect(inner?["sub"]?.stringValue == TestUser.alice.id)
    }
  }

  // attack: U-08
  @Test("after a revocation was answered no token of the sign-in lives, however it raced")
  func race() async throws {
    try await World.run { world in
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
}

extension World {
  /// Opens a family of Alice's at the public app, as a sign-in does.
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
