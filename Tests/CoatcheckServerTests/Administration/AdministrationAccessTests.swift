// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Tests the authorization of administration requests over HTTP.
@Suite(
  "access to the administration API",
  .world(clients: World.allClients + [World.ops, World.console]) {
    $0.administrators = [TestUser.alice.id]
  })
struct AdministrationAccessTests {
  typealias Row = (name: String, fields: [(String, String)], status: Int)

  @Test("a client's token needs the scope, this issuer and audience, and must be valid")
  func clients() async throws {
    let api = try world.administration()
    let own = World.ops.with {
      $0.id = "own"
      $0.metadata.resources = [world.server.issuer + "/admin"]
    }
    let disabled = World.ops.with { $0.id = "disabled" }
    try await world.add(own, disabled)
    let right = try await world.opsToken()
    let forAdmin = try Tokens(
      await world.credentials(
        own, ["scope": "coatcheck.admin", "resource": world.server.issuer + "/admin"]))
    let ended = try Tokens(await world.credentials(disabled, ["scope": "coatcheck.admin"])).access
    try await world.add(disabled.with { $0.standing = .disabled })
    // Another issuer with the same keys and the same client.
    let elsewhere = try await World.start(clients: [World.ops])
    let foreign = try await elsewhere.opsToken()
    await elsewhere.server.stop()
    let rows: [Row] = [
      ("the right one", bearer(right), 200), ("for ISSUER/admin", bearer(forAdmin.access), 200),
      ("no token", [], 401), ("two tokens", bearer(right) + bearer(right), 400),
      ("nonsense", bearer("x"), 401), ("Basic", World.ops.authorization, 401),
      ("another scope", bearer(try await world.opsToken(["scope": "reports"])), 403),
      (
        "for an API",
        bearer(
          try await world.opsToken([
            "scope": "coatcheck.admin", "resource": "https://api.example/",
          ])), 401
      ),
      ("of another client", bearer(try Tokens(await world.credentials()).access), 403),
      ("of another issuer with the same keys", bearer(foreign), 401),
      ("of a client that is disabled now", bearer(ended), 401),
      ("a bearer token as a bound one", [("Authorization", "DPoP \(right)")], 401),
    ]
    try await check(rows, at: api)
    let inQuery = await world.administer(.get, "/admin/users?access_token=\(right)", [], at: api)
    // A token is accepted only in the header field.
    #expect(inQuery.status == 400)
    world.server.clock.advance(by: .seconds(601))
    try await check([("an expired token", bearer(right), 401)], at: api)
  }

  @Test("a user's token is accepted only while the operator names the user as an administrator")
  func users() async throws {
    let api = try world.administration()
    let ask = Ask(World.console, scope: "openid offline_access coatcheck.admin")
    let alice = try await world.signIn(ask)
    let bob = try await world.signIn(ask, by: .bob)
    #expect(try await world.claims(alice.access)["scope"]?.stringValue?.contains("admin") == true)
    // Bob's token does not have the requested scope.
    #expect(bob.json["scope"]?.stringValue == "openid offline_access")
    let rows: [Row] = [
      ("a named user's", bearer(alice.access), 200),
      ("another user's", bearer(bob.access), 403),
      ("an ID token", bearer(alice.id ?? ""), 401),
      ("a refresh token", bearer(alice.refresh), 401),
    ]
    try await check(rows, at: api)
    try await check(
      [("of a user who is not named any more", bearer(alice.access), 403)],
      at: world.administration(by: []))
    let renewed = try await world.renewed(alice.refresh, as: World.console)
    try await check([("a renewed one", bearer(renewed.access), 200)], at: api)
    try await world.revoke(renewed.refresh, as: World.console)
    try await check([("of a family that was revoked", bearer(renewed.access), 401)], at: api)
    let again = try await world.signIn(ask)
    try await world.disable(.alice)
    try await check([("of a user who is disabled", bearer(again.access), 401)], at: api)
  }

  @Test("a request for only the scope of administration is refused for other users")
  func nothingElse() async throws {
    let ask = Ask(World.console, scope: "coatcheck.admin")
    #expect(try await world.callback(ask, by: .bob)["error"] == "invalid_scope")
    #expect(try await world.callback(ask, by: .alice)["code"] != nil)
  }

  @Test("a sender-constrained token needs a proof for this request")
  func bound() async throws {
    let api = try world.administration()
    let (prover, thief) = (try Prover(), try Prover())
    let token = try Tokens(
      await world.credentials(World.ops, ["scope": "coatcheck.admin"], [try prover.field()])
    ).access
    let dpop = [("Authorization", "DPoP \(token)")]
    let right = try prover.field("GET", "/admin/users", token: token)
    try await check(
      [
        ("as a bearer token", bearer(token), 401), ("without a proof", dpop, 401),
        (
          "with another key's proof",
          dpop + [try thief.field("GET", "/admin/users", token: token)], 401
        ),
        (
          "with a proof for another path",
          dpop + [try prover.field("GET", "/userinfo", token: token)], 401
        ),
        (
          "with a proof for another method",
          dpop + [try prover.field("DELETE", "/admin/users", token: token)], 401
        ),
        ("with its proof", dpop + [right], 200), ("with the same proof again", dpop + [right], 401),
      ], at: api)
  }

  @Test("a client that registered itself is refused, even with the scope of administration")
  func registered() async throws {
    try await World.run(
      configure: {
        $0.registration.access = .open(because: "a test")
        $0.registration.scopes.append("coatcheck.admin")
        $0.registration.grantTypes.append("client_credentials")
        $0.administrators = [TestUser.alice.id]
      }
    ) { world in
      let reply = try await world.register([
        "redirect_uris": ["http://127.0.0.1/callback"], "token_endpoint_auth_method": "none",
        "scope": "openid coatcheck.admin",
      ])
      #expect(reply.status == 201)
      #expect(reply.json["scope"]?.stringValue == "openid")
      let only = try await world.register([
        "redirect_uris": ["http://127.0.0.1/callback"], "token_endpoint_auth_method": "none",
        "scope": "coatcheck.admin",
      ])
      #expect(only.isRefused("invalid_client_metadata"))
      // The client as if it were stored with the scope.
      let client = try await world.registered(reply).with { $0.scopes.append("coatcheck.admin") }
      #expect(client.registration.registeredAt != nil)
      try await world.add(client)
      let tokens = try await world.signIn(Ask(client, scope: "openid coatcheck.admin"))
      #expect(tokens.json["scope"]?.stringValue == "openid")
      let service = World.ops.with { $0.registeredAt = world.server.clock.now }
      try await world.add(service)
      let own = try await world.credentials(service, ["scope": "coatcheck.admin"])
      #expect(own.isRefused("invalid_scope"))
      let both = try Tokens(
        await world.credentials(service, ["scope": "reports coatcheck.admin"]))
      #expect(both.json["scope"]?.stringValue == "reports")
      let api = try world.administration()
      try await check(
        [("the app's", bearer(tokens.access), 403), ("the service's", bearer(both.access), 403)],
        at: api, by: world)
    }
  }

  @Test("a refusal discloses nothing, and is logged with the source address")
  func silence() async throws {
    let api = try world.administration()
    let paths = ["/admin/users/\(TestUser.alice.id)", "/admin/users/none", "/admin/nothing"]
    for path in paths {
      let answer = await world.administer(.get, path, [], at: api)
      #expect(answer.status == 401, "\(path)")
      #expect(!answer.text.contains("alice"), "\(path)")
    }
    let lines = world.log.lines.filter { $0.message == "administration_refused" }
    #expect(lines.count == paths.count)
    #expect(lines.allSatisfy { $0.details["from"] == "192.0.2.7" })
  }

  private func check(
    _ rows: [Row], at api: AdministrationAPI, by world: World = world
  ) async throws {
    for row in rows {
      let answer = await world.administer(.get, "/admin/users", row.fields, at: api)
      #expect(answer.status == row.status, "\(row.name): \(answer.text)")
      guard row.status != 200 else { continue }
      #expect(answer.fields[.contentType] == "application/problem+json", "\(row.name)")
      #expect(answer.json["status"]?.intValue == row.status, "\(row.name)")
      #expect(answer.json["title"] != "", "\(row.name)")
      #expect(answer.fields[.wwwAuthenticate] != nil, "\(row.name)")
    }
  }

  private func bearer(_ token: String) -> [(String, String)] {
    [("Authorization", "Bearer \(token)")]
  }
}
