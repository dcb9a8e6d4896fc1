// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("userinfo", .world)
struct UserInfoTests {
  @Test("only the claims of the granted scopes are returned")
  func claims() async throws {
    let all = try await world.userInfo(world.signIn().access)
    #expect(all.status == 200)
    expect(
      all.json,
      has: [
        "sub": .string(TestUser.alice.id), "email": "alice@example.org", "email_verified": true,
      ])
    let some = try await world.userInfo(world.signIn(Ask(scope: "openid profile")).access)
    expect(some.json, has: ["name": "Alice Example", "email": nil])
    let none = try await world.userInfo(world.signIn(Ask(scope: "openid")).access)
    #expect(none.json.names == ["sub"])
  }

  // attack: U-01
  @Test("an access token must be sent in one place, and be valid, of this server and for it")
  func tokens() async throws {
    let tokens = try await world.signIn()
    func send(_ authorization: String) async throws -> WireReply {
      try await world.wire.send("GET", "/userinfo", [("Authorization", authorization)])
    }
    #expect(try await send("bearer \(tokens.access)").status == 200)

    let query = try await world.wire.send("GET", "/userinfo?access_token=\(tokens.access)")
    #expect([400, 401].contains(query.status))
    let both = try await world.wire.post(
      "/userinfo", form: "access_token=\(tokens.access)",
      [("Authorization", "Bearer \(tokens.access)")])
    #expect(both.isRefused("invalid_request"))

    let id = try #require(tokens.id)
    for other in [id, tokens.refresh, "x", try foreign(tokens.access), try elsewhere()] {
      let reply = try await send("Bearer \(other)")
      #expect(reply.status == 401)
      #expect(reply["www-authenticate"].first?.contains("error=\"invalid_token\"") == true)
    }
    let naked = try await world.wire.send("GET", "/userinfo")
    #expect(naked.status == 401)
    #expect(naked["www-authenticate"].first?.hasPrefix("Bearer") == true)

    let short = try await world.signIn()
    world.server.clock.advance(by: .seconds(599))
    #expect(try await world.userInfo(short.access).status == 200)
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.userInfo(short.access).status == 401)

    let revoked = try await world.signIn()
    #expect(try await world.userInfo(revoked.access).status == 200)
    try await world.revoke(revoked.refresh)
    #expect(try await world.userInfo(revoked.access).status == 401)
    try await retiredKey()
  }

  /// The claims of a token, signed with the key of another server.
  private func foreign(_ token: String) throws -> String {
    try SigningKey.generate(.es256).sign(
      try UnverifiedJWT(token).unverifiedClaimsForDisplay(), type: "at+jwt")
  }

  /// A token of this server with another audience.
  private func elsewhere() throws -> String {
    let now = Int(world.server.clock.now.timeIntervalSince1970)
    return try TestKeys.signing()[0].sign(
      [
        "iss": .string(world.server.issuer), "aud": "https://api.example", "client_id": "app",
        "sub": .string(TestUser.alice.id), "iat": .number(JSONNumber(now)),
        "exp": .number(JSONNumber(now + 600)), "scope": "openid", "jti": "x",
      ], type: "at+jwt")
  }

  /// Tests a token whose key was removed from the key set.
  private func retiredKey() async throws {
    let tokens = try await world.signIn()
    let sealer = try TestKeys.sealer()
    let fresh = [try SigningKey.generate(.es256), try TestKeys.signing()[1]]
    let replaced = try await world.server.store.replaceKeySet(
      expecting: 1, with: SigningKeys.record(for: fresh, version: 2, sealer: sealer))
    #expect(replaced)
    let restarted = try await world.restarted()
    #expect(try await restarted.userInfo(tokens.access).status == 401)
    let renewed = try await restarted.renewed(tokens.refresh)
    #expect(try await restarted.userInfo(renewed.access).status == 200)
    await restarted.server.stop()
  }

  // attack: U-02
  @Test("a token without the scope openid, or without a user, is refused")
  func insufficient() async throws {
    let own = try Tokens(await world.credentials())
    let noOpenID = try await world.signIn(Ask(scope: "profile email"))
    #expect(noOpenID.id == nil)
    for token in [own.access, noOpenID.access] {
      let reply = try await world.userInfo(token)
      #expect(reply.status == 403)
      #expect(reply["www-authenticate"].first?.contains("error=\"insufficient_scope\"") == true)
    }
  }

  // attack: U-03
  @Test("a disabled or deleted user's tokens are refused")
  func disabled() async throws {
    let (tokens, deleted) = (try await world.signIn(), try await world.signIn(by: .bob))
    try await world.disable(.alice)
    #expect(try await world.userInfo(tokens.access).status == 401)
    #expect(try await world.refresh(tokens.refresh).error == "invalid_grant")
    // A deleted user: Bob is not in the directory of a second server with the same keys.
    let family = try #require(try await world.family(deleted.refresh))
    try await World.run(users: []) { empty in
      try await empty.server.store.open(family, first: nil)
      #expect(try await empty.userInfo(reissued(deleted.access)).status == 401)
    }
  }

  /// The same token, as the second server with the same keys would issue it.
  private func reissued(_ token: String) throws -> String {
    var claims = try UnverifiedJWT(token).unverifiedClaimsForDisplay()
    claims["iss"] = .string(world.server.issuer)
    claims["aud"] = .string(world.server.issuer)
    return try TestKeys.signing()[0].sign(claims, type: "at+jwt")
  }
}
