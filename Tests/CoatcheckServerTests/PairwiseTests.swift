// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients with names of their own for users")
struct PairwiseTests {
  /// A confidential client at a host.
  private static func client(
    _ id: String, at host: String, sector: String? = nil, algorithm: SignatureAlgorithm? = nil
  ) -> TestClient {
    var registration = RegisteredClient(
      id: id, name: id, redirectURIs: ["https://\(host)/cb"],
      authenticationMethod: "client_secret_basic",
      grantTypes: ["authorization_code", "refresh_token", TokenExchangeGrant.type],
      scopes: ["openid", "profile", "email"])
    registration.metadata.subjectType = .pairwise
    registration.metadata.sectorIdentifierURI = sector
    registration.metadata.userInfoAlgorithm = algorithm
    return TestClient(registration, secret: Secret("secret-of-\(id)-0123456789-0123456789"))
  }

  private func subject(_ token: String?) throws -> String {
    let claims = try UnverifiedJWT(token ?? "").unverifiedClaimsForDisplay()
    return try #require(claims["sub"]?.stringValue)
  }

  @Test(
    "a user has another subject in each sector, and the same one within a sector and after a restart"
  )
  func sectors() async throws {
    let clients = [
      Self.client("a", at: "a.example"), Self.client("b", at: "b.example"),
      Self.client("a2", at: "a.example"),
      Self.client("c", at: "c.example", sector: "https://a.example/sector"),
    ]
    let world = try await World.start(clients: clients + [.web])
    var subjects: [String: String] = [:]
    for client in clients + [.web] {
      let tokens = try await world.signIn(Ask(client))
      let subject = try subject(tokens.id)
      subjects[client.registration.id] = subject
      // Everything a client is told calls the user the same.
      #expect(try self.subject(tokens.access) == subject)
      #expect(try await world.userInfo(tokens.access).json["sub"]?.stringValue == subject)
      for token in [tokens.access, tokens.refresh] {
        let asked = try await world.wire.post(
          "/introspect", form: (["token": token] as Query).encoded, client.authorization)
        #expect(asked.json["active"] == true && asked.json["sub"]?.stringValue == subject)
      }
      let renewed = try Tokens(await world.refresh(tokens.refresh, as: client))
      #expect(try self.subject(renewed.id) == subject)
    }
    #expect(subjects["web"] == TestUser.alice.id)
    #expect(subjects["a"] == subjects["a2"] && subjects["a"] == subjects["c"])
    #expect(Set(subjects.values).count == 3)
    #expect(subjects["a"]?.utf8.count == 43 && subjects["a"]?.contains(TestUser.alice.id) == false)
    let bob = try await world.signIn(Ask(clients[0]), by: .bob)
    #expect(try subject(bob.id) != subjects["a"])
    let restarted = World(server: try await world.server.restarted(), log: world.log)
    #expect(try subject(try await restarted.signIn(Ask(clients[0])).id) == subjects["a"])
    await restarted.server.stop()
  }

  @Test("a token that is exchanged names the signedIn as its new client knows them")
  func exchanged() async throws {
    let app = Self.client("app-pairwise", at: "a.example")
    var api = Self.client("api", at: "b.example")
    var registration = api.registration
    registration.metadata.answersFor = ["https://api.example"]
    registration.metadata.resources = ["https://api.example"]
    api = TestClient(registration, secret: api.secret)
    var asking = app.registration
    asking.metadata.resources = ["https://api.example"]
    let client = TestClient(asking, secret: app.secret)
    try await World.run(clients: [client, api]) { world in
      let tokens = try await world.signIn(Ask(client))
      let narrowed = try await world.token(
        [
          "grant_type": "refresh_token", "refresh_token": tokens.refresh,
          "resource": "https://api.example",
        ], as: client)
      let access = try #require(narrowed.json["access_token"]?.stringValue)
      let exchanged = try await world.token(
        [
          "grant_type": TokenExchangeGrant.type, "subject_token": access,
          "subject_token_type": "urn:ietf:params:oauth:token-type:access_token",
        ], as: api)
      #expect(exchanged.status == 200)
      let own = try await world.signIn(Ask(api))
      let other = try subject(exchanged.json["access_token"]?.stringValue)
      #expect(try other == subject(own.id))
      #expect(try other != subject(tokens.id))
    }
  }

  @Test("what a client is told about a signedIn comes back as a hint and is understood")
  func hints() async throws {
    try await LoopbackApp.run { app in
      var client = Self.client("a", at: "a.example")
      client.registration.metadata.backChannelLogoutURI = app.origin + "/bye"
      try await World.run(clients: [client]) { world in
        let signedIn = try await world.enter(Ask(client))
        let subject = try subject(signedIn.tokens.id)
        let silent = Ask(client).with("prompt", "none")
        let wish = #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#
        for ask in [silent.with("id_token_hint", try signedIn.hint()), silent.with("claims", wish)]
        {
          #expect(try await world.callback(ask, jar: signedIn.jar)["code"] != nil)
        }
        // This client may not know the account's own identifier.
        let guessed = #"{"id_token":{"sub":{"value":"\#(TestUser.alice.id)"}}}"#
        let refused = try await world.callback(silent.with("claims", guessed), jar: signedIn.jar)
        #expect(refused["error"] == "login_required")

        // The user is not asked: the hint is from this browser's session.
        _ = try await signedIn.logout(["id_token_hint": signedIn.hint()])
        let token = try #require(try app.received.first?.form()["logout_token"])
        #expect(try self.subject(token) == subject)
      }
    }
  }

  @Test("a client says which sector it belongs to, and belongs to it")
  func registered() async throws {
    let host = try await DocumentHost.start()
    host["/both"] = .json(Array(#"["https://a.example/cb","https://b.example/cb"]"#.utf8))
    host["/one"] = .json(Array(#"["https://a.example/cb"]"#.utf8))
    host["/object"] = .json(Array(#"{"redirect_uris":["https://a.example/cb"]}"#.utf8))
    host["/odd"] = .json(Array(#"["https://a.example/cb"],"x":[]"#.utf8))
    host["/redirect"] = .redirect(host.url + "/both")
    let open: @Sendable (inout IssuerSettings) -> Void = {
      $0.registration.access = .open(because: "a test")
      $0.registration.attempts = 1_000
    }
    try await World.run(configure: open) { world in
      let (a, b, app) = ("https://a.example/cb", "https://b.example/cb", "com.example.app:/cb")
      let cases: [(type: String, uris: [String], sector: String?, isGood: Bool)] = [
        ("pairwise", [a], nil, true), ("pairwise", [a, a + "2"], nil, true),
        ("pairwise", [a, b], nil, false), ("pairwise", [a, b], "/both", true),
        ("pairwise", [a, b], "/one", false), ("public", [a, b], "/one", false),
        ("public", [a], "/one", true), ("pairwise", [a], "/object", false),
        ("pairwise", [a], "/odd", false), ("pairwise", [a], "/nothing", false),
        ("pairwise", [a], "/redirect", false), ("pairwise", [app], nil, false),
        ("pairwise", ["http://127.0.0.1/cb"], nil, false), ("private", [a], nil, false),
      ]
      for (type, uris, sector, isGood) in cases {
        var metadata: JSONObject = [
          "subject_type": .string(type), "redirect_uris": .array(uris.map(JSONValue.string)),
        ]
        metadata["sector_identifier_uri"] = sector.map { .string(host.url + $0) }
        let reply = try await world.wire.send(
          "POST", "/register", [("Content-Type", "application/json")],
          body: String(decoding: metadata.serialized(), as: UTF8.self))
        #expect(reply.status == (isGood ? 201 : 400), "\(type) \(uris) \(sector ?? "")")
        guard isGood, let id = reply.json["client_id"]?.stringValue else { continue }
        #expect(reply.json["subject_type"]?.stringValue == type)
        let stored = try await world.server.store.client(id)
        #expect(stored?.metadata.subjectType.rawValue == type)
      }
    }
    await host.stop()
  }

  @Test("a client that registered it gets its claims signed, and others get JSON")
  func signedUserInfo() async throws {
    for algorithm in [SignatureAlgorithm.rs256, .es256] {
      let client = Self.client("signed", at: "a.example", algorithm: algorithm)
      try await World.run(clients: [client, .web]) { world in
        let tokens = try await world.signIn(Ask(client))
        let reply = try await world.userInfo(tokens.access)
        #expect(reply.status == 200 && reply["content-type"] == ["application/jwt"])
        let keys = try await world.wire.send("GET", "/jwks")
        let set = VerificationKeySet(try JWKSet(parsing: Array(keys.body.utf8)))
        let token = try UnverifiedJWT(reply.body)
        let claims = try token.verified(by: set, accepting: [algorithm]).claims
        #expect(claims["iss"]?.stringValue == world.server.issuer)
        #expect(claims["aud"]?.stringValue == "signed")
        #expect(try claims["sub"]?.stringValue == subject(tokens.id))
        #expect(claims["name"] != nil && claims["exp"] == nil)
        // It is no token: nothing of ours takes it.
        let text = reply.body
        #expect(try await world.userInfo(text).status == 401)
        let plain = try await world.userInfo(world.signIn(Ask(.web)).access)
        #expect(plain["content-type"].first?.hasPrefix("application/json") == true)
      }
    }
  }

  @Test("the tokens of a client that was taken out of use open nothing")
  func disabledClient() async throws {
    try await World.run { world in
      let tokens = try await world.signIn()
      var client = TestClient.publicApp.registration
      client.standing = .disabled
      try await world.server.store.save(client)
      #expect(try await world.userInfo(tokens.access).status == 401)
    }
  }
}
