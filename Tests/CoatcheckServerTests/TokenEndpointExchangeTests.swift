// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("token exchange", .world { $0.audience = "https://shop.example" })
struct TokenExchangeTests {
  private static let stock = "https://stock.example"
  private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"

  /// A resource server that calls another one for a user.
  private static let shop = TestClient.backend(
    "shop", grants: [TokenExchangeGrant.type, "client_credentials"],
    scopes: ["jobs:read", "openid"]
  ).with {
    $0.metadata.answersFor = ["https://shop.example"]
    $0.metadata.resources = [stock]
  }

  init() async throws { try await world.add(Self.shop) }

  private func exchange(
    _ token: String, as client: TestClient = TokenExchangeTests.shop,
    _ changes: KeyValuePairs<String, String?> = [:], _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    var form: Query = [
      "grant_type": TokenExchangeGrant.type, "subject_token": token,
      "subject_token_type": Self.accessToken, "audience": Self.stock, "scope": "openid",
    ]
    for (name, value) in changes { form[name] = value }
    return try await world.post("/token", form, as: client, fields)
  }

  @Test("a resource server gets a narrower token for another one, with an act claim")
  func whole() async throws {
    let tokens = try await world.signIn()
    let reply = try await exchange(tokens.access)
    #expect(reply.status == 200)
    expect(
      reply.json,
      has: [
        "issued_token_type": .string(Self.accessToken), "refresh_token": nil, "id_token": nil,
        "scope": "openid",
      ])
    expect(
      try await world.claims(try Tokens(reply).access),
      has: [
        "sub": .string(TestUser.alice.id), "aud": .string(Self.stock), "client_id": "shop",
        "act": ["sub": "client:shop"],
      ])
    // It is not valid after the family of the subject token is revoked.
    try await world.revoke(tokens.refresh)
    #expect(try await exchange(tokens.access).error == "invalid_request")
  }

  // RFC 7009 §2.1: "verifies whether the token was issued to the client making the revocation request."
  @Test("the new token cannot revoke the family of the subject token")
  func revoked() async throws {
    let tokens = try await world.signIn()
    let exchanged = try Tokens(await exchange(tokens.access)).access
    #expect(try await world.revoke(exchanged, as: Self.shop).error == "unsupported_token_type")
    #expect(try await world.revoke(exchanged).error == "unauthorized_client")
    #expect(try await world.userInfo(tokens.access).status == 200)
  }

  @Test("the new token expires with the subject token, and can be bound to a key")
  func bounds() async throws {
    let tokens = try await world.signIn()
    world.server.clock.advance(by: .seconds(500))
    let prover = try Prover()
    let reply = try await exchange(tokens.access, [:], [try prover.field()])
    #expect(reply.json["expires_in"]?.intValue == 100)
    #expect(reply.json["token_type"]?.stringValue == "DPoP")
  }

  @Test("an actor token sets the act claim, with earlier actors nested in it")
  func actors() async throws {
    let tokens = try await world.signIn()
    let own = try Tokens(await world.credentials(Self.shop, ["scope": "jobs:read"]))
    let reply = try await exchange(
      tokens.access,
      ["actor_token": own.access, "actor_token_type": Self.accessToken])
    let first = try Tokens(reply).access
    #expect(try await world.claims(first)["act"] == ["sub": "client:shop"])
    let again = try await exchange(
      first, ["actor_token": own.access, "actor_token_type": Self.accessToken])
    #expect(
      try await world.claims(try Tokens(again).access)["act"]
        == ["sub": "client:shop", "act": ["sub": "client:shop"]])
  }

  // attack: V-08
  @Test("an exchange must name the audience, and cannot get scopes that the client does not have")
  func noDefault() async throws {
    let tokens = try await world.signIn()
    #expect(try await exchange(tokens.access, ["audience": nil]).error == "invalid_target")
    for own in ["https://shop.example", world.server.issuer] {
      #expect(try await exchange(tokens.access, ["audience": own]).error == "invalid_target")
    }
    #expect(try await exchange(tokens.access, ["scope": "profile"]).error == "invalid_scope")
    let reply = try await exchange(tokens.access, ["scope": nil])
    #expect(reply.json["scope"] == "openid")
    #expect(try await world.userInfo(try Tokens(reply).access).status == 401)
  }

  // attack: T-41
  @Test("an invalid subject or actor token, and a wider request, are refused")
  func refused() async throws {
    let tokens = try await world.signIn()
    let foreign = try SigningKey.generate(.es256).sign(
      try UnverifiedJWT(tokens.access).unverifiedClaimsForDisplay(), type: "at+jwt")
    let service = try Tokens(await world.credentials())
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
      #expect(try await exchange(token, changes).isRefused(error), "\(name)")
    }
    #expect(try await exchange(tokens.access, as: .web).error == "unauthorized_client")
    #expect(try await exchange(tokens.access, as: .publicApp).error == "unauthorized_client")
    world.server.clock.advance(by: .seconds(600))
    #expect(try await exchange(tokens.access).error == "invalid_request")
  }

  @Test("a sender-constrained token is exchanged by its client only with its key")
  func bound() async throws {
    let app = TestClient.backend(
      "exchanger", grants: ["authorization_code", "refresh_token", TokenExchangeGrant.type],
      scopes: TestClient.publicApp.registration.scopes
    ).with {
      $0.redirectURIs = TestClient.publicApp.registration.redirectURIs
      $0.metadata.resources = [Self.stock]
    }
    try await world.add(app)
    let (prover, outsider) = (try Prover(), try Prover())
    let tokens = try await world.signIn(Ask(app), proving: prover)
    #expect(try await exchange(tokens.access, as: app).error == "invalid_request")
    let stolen = try await exchange(tokens.access, as: app, [:], [try outsider.field()])
    #expect(stolen.error == "invalid_grant")
    let reply = try await exchange(tokens.access, as: app, [:], [try prover.field()])
    #expect(reply.json["token_type"]?.stringValue == "DPoP")
    // A resource server that received the token needs no proof, because it does not have the key.
    #expect(try await exchange(tokens.access).status == 200)
  }

  @Test("a client that is neither the holder nor the audience of a token cannot exchange it")
  func outsiders() async throws {
    let outsider = TestClient.backend("outsider", grants: Self.shop.registration.grantTypes)
      .with { $0.metadata.resources = [Self.stock] }
    try await world.add(outsider)
    let tokens = try await world.signIn()
    #expect(try await exchange(tokens.access, as: outsider).error == "invalid_request")
  }
}
