// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("authorization codes at the token endpoint", .world)
struct CodeExchangeTests {
  // attack: T-01
  @Test(
    "a valid second use of a code is refused and revokes the first tokens, also after it has expired",
    arguments: [30, 300])
  func replay(seconds: Int) async throws {
    let code = try await world.code()
    let first = try Tokens(await world.exchange(code))
    #expect(try await world.userInfo(first.access).status == 200)
    world.server.clock.advance(by: .seconds(seconds))
    #expect(try await world.exchange(code).isRefused("invalid_grant"))
    #expect(try await world.userInfo(first.access).status == 401)
    #expect(try await world.refresh(first.refresh).error == "invalid_grant")
    #expect(world.log.has("code_reuse"))
  }

  // attack: T-02
  @Test("a replay by another client or with a wrong verifier does not revoke tokens")
  func foreignReplay() async throws {
    let code = try await world.code()
    let first = try Tokens(await world.exchange(code))
    var outsider = Ask().exchange(code)
    outsider["client_id"] = "other"
    var confidential = Ask().exchange(code)
    confidential["client_id"] = nil
    var wrong = Ask().exchange(code)
    wrong["code_verifier"] = String(repeating: "x", count: 43)
    for reply in [
      try await world.token(outsider), try await world.token(confidential, as: .web),
      try await world.token(wrong),
    ] {
      #expect(reply.isRefused("invalid_grant"))
    }
    #expect(try await world.userInfo(first.access).status == 200)
    #expect(try await world.refresh(first.refresh).status == 200)
  }

  // attack: T-03
  @Test("of a hundred concurrent exchanges of one code one succeeds")
  func race() async throws {
    let code = try await world.code()
    let replies = try await inParallel(100) { _ in try await world.exchange(code) }
    #expect(replies.count { $0.status == 200 } == 1)
    #expect(replies.count { $0.status == 400 && $0.error == "invalid_grant" } == 99)
  }

  // attack: T-04
  @Test("a code is valid for 60 seconds", arguments: [(59, 200), (60, 400), (61, 400)])
  func lifetime(age: Int, status: Int) async throws {
    let code = try await world.code()
    world.server.clock.advance(by: .seconds(age))
    let reply = try await world.exchange(code)
    #expect(reply.status == status)
    #expect(status == 200 || reply.error == "invalid_grant")
  }

  // attack: T-06
  @Test(
    "a code without the verifier of its challenge is refused",
    arguments: [
      ("missing", "invalid_grant", ""),
      ("wrong", "invalid_grant", String(repeating: "y", count: 43)),
      ("42 characters", "invalid_request", String(Ask.verifier.dropLast())),
      ("129 characters", "invalid_request", String(repeating: "y", count: 129)),
      ("the challenge itself", "invalid_grant", Ask.challenge),
      ("a line break at the end", "invalid_request", Ask.verifier + "\n"),
    ])
  func verifier(name: String, error: String, verifier: String) async throws {
    let code = try await world.code()
    var form = Ask().exchange(code)
    form["code_verifier"] = verifier
    #expect(try await world.token(form).isRefused(error))
    let twice = Ask().exchange(code).encoded + "&code_verifier=" + Ask.verifier
    #expect(try await world.wire.post("/token", form: twice).error == "invalid_request")
  }

  // attack: T-07
  @Test("a verifier for a code without a challenge is refused")
  func downgrade() async throws {
    let code = OpaqueToken(.code, environment: .live)
    let now = world.server.clock.now
    try await world.server.store.issueCode(
      AuthorizationCodeRecord(
        digest: code.digest, clientID: "app", userID: TestUser.alice.id,
        redirectURI: "http://127.0.0.1:49152/callback", scopes: ["openid"], nonce: nil,
        codeChallenge: "", authTime: now, issuedAt: now, expiresAt: now.addingTimeInterval(60),
        sessionID: nil))
    #expect(try await world.exchange(code.secret.reveal()).isRefused("invalid_grant"))
  }

  // attack: T-08
  @Test("a code with another redirect URI, or none, is refused")
  func redirect() async throws {
    for ask in [Ask(.publicApp), Ask(.web)] {
      let code = try await world.code(ask)
      for redirect in [nil, "http://127.0.0.1:49153/callback", "https://c.example/cb/"] {
        var form = ask.exchange(code)
        form["redirect_uri"] = redirect
        #expect(try await world.token(form, as: ask.client).isRefused("invalid_grant"))
      }
      #expect(try await world.exchange(code, ask).status == 200)
    }
  }

  // attack: T-09
  @Test("a failed attempt does not use the code")
  func notBurnt() async throws {
    let code = try await world.code()
    var wrong = Ask().exchange(code)
    wrong["code_verifier"] = String(repeating: "x", count: 43)
    #expect(try await world.token(wrong).error == "invalid_grant")
    #expect(try await world.exchange(code).status == 200)
  }

  // attack: T-47
  @Test("an access token is a JWT of RFC 9068")
  func accessToken() async throws {
    let tokens = try await world.signIn()
    let jwt = try await world.verified(tokens.access)
    #expect(jwt.header.algorithm == .es256)
    #expect(jwt.header.type == "at+jwt")
    expect(
      jwt.claims,
      has: [
        "iss": .string(world.server.issuer), "aud": .string(world.server.issuer),
        "sub": .string(TestUser.alice.id), "client_id": "app", "scope": "openid profile email",
        "iat": 1_700_000_000, "exp": 1_700_000_600,
      ])
    #expect(jwt.claims["jti"]?.stringValue?.isEmpty == false)
    expect(tokens.json, has: ["token_type": "Bearer", "expires_in": 600])
  }

  @Test("an ID token has the subject, time and audience of the sign-in, and the nonce")
  func idToken() async throws {
    let jar = CookieJar()
    _ = try await world.callback(Ask(.trusted, scope: "openid"), jar: jar)
    world.server.clock.advance(by: .seconds(50))
    let ask = Ask(.publicApp)
    let code = try await world.code(ask, jar: jar)
    let tokens = try Tokens(await world.exchange(code, ask))
    let jwt = try await world.verified(tokens.id)
    #expect(jwt.header.algorithm == .rs256)
    expect(
      jwt.claims,
      has: [
        "aud": "app", "sub": .string(TestUser.alice.id), "nonce": "nonce-1",
        "auth_time": 1_700_000_000, "iat": 1_700_000_050,
      ])
    #expect(jwt.claims["at_hash"]?.stringValue?.utf8.count == 22)
  }
}
