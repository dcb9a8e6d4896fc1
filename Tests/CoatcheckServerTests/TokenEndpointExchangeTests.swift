// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("tokens exchanged for others")
struct TokenExchangeTests {
  private static let audience = "https://shop.example"
  private static let stock = "https://stock.example"
  private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"

  /// An API that calls another one on a user's behalf.
  private static let shop: TestClient = {
    var registration = RegisteredClient(
      id: "shop", name: "Shop", redirectURIs: [], authenticationMethod: "client_secret_basic",
      grantTypes: [TokenExchangeGrant.type, "client_credentials"], scopes: ["jobs:read"])
    registration.metadata.answersFor = [audience]
    registration.metadata.resources = [stock]
    return TestClient(registration, secret: Secret("shop-secret-0123456789-0123456789"))
  }()

  private func run(_ test: (World) async throws -> Void) async throws {
    try await World.run(
      clients: World.allClients + [Self.shop], configure: { $0.audience = Self.audience }, test)
  }

  private func exchange(
    _ world: World, _ token: String, as client: TestClient = TokenExchangeTests.shop,
    _ changes: KeyValuePairs<String, String?> = [:], _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    var form: Query = [
      "grant_type": TokenExchangeGrant.type, "subject_token": token,
      "subject_token_type": Self.accessToken, "audience": Self.stock, "scope": "openid",
    ]
    for (name, value) in changes { form[name] = value }
    if client.secret == nil { form["client_id"] = client.registration.id }
    return try await world.token(form, as: client, fields)
  }

  @Test("an API gets a narrower token for another one, which says who acts")
  func whole() async throws {
    try await run { world in
      let tokens = try await world.signIn()
      let reply = try await exchange(world, tokens.access)
      #expect(reply.status == 200)
      #expect(reply.json["issued_token_type"]?.stringValue == Self.accessToken)
      #expect(reply.json["refresh_token"] == nil && reply.json["id_token"] == nil)
      #expect(reply.json["scope"]?.stringValue == "openid")
      let jwks = try await world.wire.send("GET", "/jwks")
      let claims = try verified(try Tokens(reply).access, by: jwks).claims
      #expect(claims["sub"]?.stringValue == TestUser.alice.id)
      #expect(claims["aud"]?.stringValue == Self.stock)
      #expect(claims["client_id"]?.stringValue == "shop")
      #expect(claims["act"] == ["sub": "client:shop"])
      // It ends with the sign-in it comes from.
      _ = try await world.wire.post("/revoke", form: "client_id=app&token=\(tokens.refresh)")
      #expect(try await exchange(world, tokens.access).error == "invalid_request")
    }
  }

  @Test("the new token lives no longer than the old one, and may be bound to a key")
  func bounds() async throws {
    try await run { world in
      let tokens = try await world.signIn()
      world.server.clock.advance(by: .seconds(500))
      let prover = try Prover()
      let reply = try await exchange(world, tokens.access, [:], [try prover.field(world)])
      #expect(reply.json["expires_in"]?.intValue == 100)
      #expect(reply.json["token_type"]?.stringValue == "DPoP")
    }
  }

  @Test("an actor's token names the actor, before the earlier actors")
  func actors() async throws {
    try await run { world in
      let tokens = try await world.signIn()
      let own = try Tokens(
        await world.token(
          ["grant_type": "client_credentials", "scope": "jobs:read"], as: Self.shop))
      let reply = try await exchange(
        world, tokens.access,
        ["actor_token": own.access, "actor_token_type": Self.accessToken])
      let jwks = try await world.wire.send("GET", "/jwks")
      let first = try Tokens(reply).access
      #expect(try verified(first, by: jwks).claims["act"] == ["sub": "client:shop"])
      let again = try await exchange(
        world, first, ["actor_token": own.access, "actor_token_type": Self.accessToken])
      #expect(
        try verified(try Tokens(again).access, by: jwks).claims["act"]
          == ["sub": "client:shop", "act": ["sub": "client:shop"]])
    }
  }

  // attack: T-41
  @Test("what is wrong with either token, or is more than it had, is refused")
  func refused() async throws {
    try await run { world in
      let tokens = try await world.signIn()
      let foreign = try SigningKey.generate(.es256).sign(
        try UnverifiedJWT(tokens.access).unverifiedClaimsForDisplay(), type: "at+jwt")
      let service = try Tokens(
        await world.token(["grant_type": "client_credentials"], as: .service))
      let cases: [(String, String, KeyValuePairs<String, String?>, String)] = [
        ("another issuer's", foreign, [:], "invalid_request"),
        ("a refresh token", tokens.refresh, [:], "invalid_request"),
        ("an ID token", tokens.id ?? "", [:], "invalid_request"),
        ("nothing", "", [:], "invalid_request"),
        (
          "an access token called a refresh token", tokens.access,
          ["subject_token_type": "urn:ietf:params:oauth:token-type:refresh_token"],
          "invalid_request"
        ),
        ("no type", tokens.access, ["subject_token_type": nil], "invalid_request"),
        (
          "a refresh token wanted", tokens.access,
          ["requested_token_type": "urn:ietf:params:oauth:token-type:refresh_token"],
          "invalid_request"
        ),
        ("another service", tokens.access, ["audience": "https://evil.example"], "invalid_target"),
        ("another API", tokens.access, ["resource": "https://evil.example"], "invalid_target"),
        ("more scope", tokens.access, ["scope": "openid offline_access"], "invalid_scope"),
        (
          "an actor's type without the actor", tokens.access,
          ["actor_token_type": Self.accessToken], "invalid_request"
        ),
        (
          "an actor without its type", tokens.access, ["actor_token": service.access],
          "invalid_request"
        ),
        (
          "another client's actor token", tokens.access,
          ["actor_token": service.access, "actor_token_type": Self.accessToken],
          "invalid_request"
        ),
      ]
      for (name, token, changes, error) in cases {
        let reply = try await exchange(world, token, changes)
        #expect(reply.status == 400 && reply.error == error, "\(name)")
      }
      #expect(try await exchange(world, tokens.access, as: .web).error == "unauthorized_client")
      #expect(
        try await exchange(world, tokens.access, as: .publicApp).error == "unauthorized_client")
      world.server.clock.advance(by: .seconds(600))
      #expect(try await exchange(world, tokens.access).error == "invalid_request")
    }
  }

  @Test("a token that is bound to a key is exchanged by its client with the key only")
  func bound() async throws {
    let registered = TestClient.publicApp.registration
    var registration = RegisteredClient(
      id: "exchanger", name: "Exchanger", redirectURIs: registered.redirectURIs,
      authenticationMethod: "client_secret_basic",
      grantTypes: ["authorization_code", "refresh_token", TokenExchangeGrant.type],
      scopes: registered.scopes)
    registration.metadata.resources = [Self.stock]
    let app = TestClient(registration, secret: Secret("secret-of-exchanger-0123456789-0123456789"))
    try await World.run(
      clients: World.allClients + [Self.shop, app], configure: { $0.audience = Self.audience }
    ) { world in
      let (prover, outsider) = (try Prover(), try Prover())
      let tokens = try await world.signIn(Ask(app), proving: prover)
      #expect(try await exchange(world, tokens.access, as: app).error == "invalid_request")
      let stolen = try await exchange(
        world, tokens.access, as: app, [:], [try outsider.field(world)])
      #expect(stolen.error == "invalid_grant")
      let reply = try await exchange(
        world, tokens.access, as: app, [:], [try prover.field(world)])
      #expect(reply.json["token_type"]?.stringValue == "DPoP")
      // An API that it was sent to does not have the key.
      #expect(try await exchange(world, tokens.access).status == 200)
    }
  }

  @Test("a client that is neither a token's holder nor its API cannot exchange it")
  func outsiders() async throws {
    var registration = Self.shop.registration
    registration.id = "outsider"
    registration.metadata.answersFor = []
    let outsider = TestClient(registration, secret: Secret("outsider-0123456789-0123456789"))
    try await World.run(
      clients: World.allClients + [outsider], configure: { $0.audience = Self.audience }
    ) { world in
      let tokens = try await world.signIn()
      #expect(
        try await exchange(world, tokens.access, as: outsider).error == "invalid_request")
    }
  }
}
