// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("pairwise subject identifiers", .world)
struct PairwiseTests {
  /// A confidential client at a host.
  private static func client(
    _ id: String, at host: String, sector: String? = nil, algorithm: SignatureAlgorithm? = nil
  ) -> TestClient {
    TestClient.backend(
      id, grants: ["authorization_code", "refresh_token", TokenExchangeGrant.type],
      scopes: ["openid", "profile", "email"]
    ).with {
      $0.redirectURIs = ["https://\(host)/cb"]
      $0.metadata.subjectType = .pairwise
      $0.metadata.sectorIdentifierURI = sector
      $0.metadata.userInfoAlgorithm = algorithm
    }
  }

  private func subject(_ token: String?) throws -> String {
    let claims = try UnverifiedJWT(token ?? "").unverifiedClaimsForDisplay()
    return try #require(claims["sub"]?.stringValue)
  }

  @Test(
    "a user has one subject for each sector, also after a restart"
  )
  func sectors() async throws {
    let clients = [
      Self.client("a", at: "a.example"), Self.client("b", at: "b.example"),
      Self.client("a2", at: "a.example"),
      Self.client("c", at: "c.example", sector: "https://a.example/sector"),
    ]
    for client in clients { try await world.add(client) }
    var subjects: [String: String] = [:]
    for client in clients + [.web] {
      let tokens = try await world.signIn(Ask(client))
      let subject = try subject(tokens.id)
      subjects[client.registration.id] = subject
      // All messages to the client have the same subject.
      #expect(try self.subject(tokens.access) == subject)
      #expect(try await world.userInfo(tokens.access).json["sub"]?.stringValue == subject)
      for token in [tokens.access, tokens.refresh] {
        let asked = try await world.introspect(token, as: client)
        #expect(asked.json["active"] == true && asked.json["sub"]?.stringValue == subject)
      }
      let renewed = try await world.renewed(tokens.refresh, as: client)
      #expect(try self.subject(renewed.id) == subject)
    }
    #expect(subjects["web"] == TestUser.alice.id)
    #expect(subjects["a"] == subjects["a2"] && subjects["a"] == subjects["c"])
    #expect(Set(subjects.values).count == 3)
    #expect(subjects["a"]?.utf8.count == 43 && subjects["a"]?.contains(TestUser.alice.id) == false)
    let bob = try await world.signIn(Ask(clients[0]), by: .bob)
    #expect(try subject(bob.id) != subjects["a"])
    let restarted = try await world.restarted()
    #expect(try subject(try await restarted.signIn(Ask(clients[0])).id) == subjects["a"])
    await restarted.server.stop()
  }

  @Test("an exchanged token has the subject that its new client knows")
  func exchanged() async throws {
    let client = Self.client("app-pairwise", at: "a.example").with {
      $0.metadata.resources = ["https://api.example"]
    }
    let api = Self.client("api", at: "b.example").with {
      $0.metadata.answersFor = ["https://api.example"]
      $0.metadata.resources = ["https://api.example"]
    }
    try await world.add(client, api)
    let tokens = try await world.signIn(Ask(client).with("resource", "https://api.example"))
    let exchanged = try await world.token(
      [
        "grant_type": TokenExchangeGrant.type, "subject_token": tokens.access,
        "subject_token_type": "urn:ietf:params:oauth:token-type:access_token",
        "audience": "https://api.example",
      ], as: api)
    #expect(exchanged.status == 200)
    let own = try await world.signIn(Ask(api))
    let other = try subject(exchanged.json["access_token"]?.stringValue)
    #expect(try other == subject(own.id))
    #expect(try other != subject(tokens.id))
  }

  @Test("hints with the pairwise subject of a client are accepted")
  func hints() async throws {
    let app = try await LoopbackApp.start()
    let client = Self.client("a", at: "a.example").with {
      $0.metadata.backChannelLogoutURI = app.origin + "/bye"
    }
    try await world.add(client)
    let signedIn = try await world.enter(Ask(client))
    let subject = try subject(signedIn.tokens.id)
    let silent = Ask(client).with("prompt", "none")
    let wish = #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#
    for ask in [silent.with("id_token_hint", try signedIn.hint()), silent.with("claims", wish)] {
      #expect(try await world.callback(ask, jar: signedIn.jar)["code"] != nil)
    }
    // The identifier of the account itself is not accepted from this client.
    let guessed = #"{"id_token":{"sub":{"value":"\#(TestUser.alice.id)"}}}"#
    let refused = try await world.callback(silent.with("claims", guessed), jar: signedIn.jar)
    #expect(refused["error"] == "login_required")

    // The user need not confirm: the hint comes from the session of this browser.
    try await signedIn.signOut()
    let token = try #require(try app.received.first?.form()["logout_token"])
    #expect(try self.subject(token) == subject)
  }

  @Test("a client must belong to the sector that it registers", .openRegistration)
  func registered() async throws {
    let host = try await DocumentHost.start()
    host["/both"] = .json(Array(#"["https://a.example/cb","https://b.example/cb"]"#.utf8))
    host["/one"] = .json(Array(#"["https://a.example/cb"]"#.utf8))
    host["/object"] = .json(Array(#"{"redirect_uris":["https://a.example/cb"]}"#.utf8))
    host["/odd"] = .json(Array(#"["https://a.example/cb"],"x":[]"#.utf8))
    host["/redirect"] = .redirect(host.url + "/both")
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
      let reply = try await world.register(metadata)
      #expect(reply.status == (isGood ? 201 : 400), "\(type) \(uris) \(sector ?? "")")
      guard isGood else { continue }
      #expect(reply.json["subject_type"]?.stringValue == type)
      let stored = try await world.registered(reply).registration
      #expect(stored.metadata.subjectType.rawValue == type)
    }
    await host.stop()
  }

  @Test(
    "a client with userinfo_signed_response_alg gets signed claims, and others get JSON",
    arguments: [SignatureAlgorithm.rs256, .es256])
  func signedUserInfo(algorithm: SignatureAlgorithm) async throws {
    let client = Self.client("signed", at: "a.example", algorithm: algorithm)
    try await world.add(client)
    let tokens = try await world.signIn(Ask(client))
    let reply = try await world.userInfo(tokens.access)
    #expect(reply.status == 200 && reply["content-type"] == ["application/jwt"])
    let jwt = try await world.verified(reply.body)
    #expect(jwt.header.algorithm == algorithm)
    expect(
      jwt.claims,
      has: [
        "iss": .string(world.server.issuer), "aud": "signed",
        "sub": .string(try subject(tokens.id)), "exp": nil,
      ])
    #expect(jwt.claims["name"] != nil)
    // The signed response is not accepted as a token.
    #expect(try await world.userInfo(reply.body).status == 401)
    let plain = try await world.userInfo(world.signIn(Ask(.web)).access)
    #expect(plain["content-type"].first?.hasPrefix("application/json") == true)
  }

  @Test("the tokens of a disabled client are refused")
  func disabledClient() async throws {
    let tokens = try await world.signIn()
    try await world.add(TestClient.publicApp.with { $0.standing = .disabled })
    #expect(try await world.userInfo(tokens.access).status == 401)
  }
}
