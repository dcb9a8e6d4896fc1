// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("pushed authorization requests", .world)
struct PushedRequestTests {
  /// Leaves a request and returns the answer.
  private func push(_ ask: Ask, _ fields: [(String, String)] = []) async throws -> WireReply {
    var form = ask.parameters
    if ask.client.secret != nil { form["client_id"] = nil }
    return try await world.wire.post("/par", form: form.encoded, ask.client.authorization + fields)
  }

  /// The request that names one left before.
  private func named(_ reply: WireReply, _ ask: Ask) throws -> Ask {
    let uri = try #require(reply.json["request_uri"]?.stringValue)
    var short = ask
    short.parameters = ["client_id": ask.client.registration.id, "request_uri": uri]
    return short
  }

  @Test("a request is left, named, and answered with a code")
  func whole() async throws {
    let ask = Ask(.web)
    let reply = try await push(ask)
    #expect(reply.status == 201)
    #expect(reply["cache-control"] == ["no-store"])
    #expect(reply.json["expires_in"]?.intValue == 60)
    let callback = try await world.callback(named(reply, ask))
    #expect(callback["state"] == "state-1" && callback["iss"] == world.server.issuer)
    let code = try #require(callback["code"])
    let tokens = try Tokens(await world.exchange(code, ask))
    #expect(tokens.id != nil)
  }

  // attack: A-24
  @Test("a request that would be refused at the authorization endpoint is refused where it is left")
  func refused() async throws {
    let ask = Ask(.web)
    let bare = try await world.wire.post("/par", form: ask.parameters.encoded)
    #expect(bare.isRefused("invalid_client", 401))
    let get = try await world.wire.send("GET", "/par?\(ask.query)")
    #expect(get.status == 405 && get["allow"] == ["POST"])
    let cases: [(String, Ask, String)] = [
      (
        "the name of another", ask.with("request_uri", "urn:ietf:params:oauth:request_uri:x"),
        "invalid_request"
      ),
      (
        "another redirect URI", ask.with("redirect_uri", "https://evil.example/cb"),
        "invalid_request"
      ),
      ("no redirect URI", ask.with("redirect_uri", nil), "invalid_request"),
      ("no challenge", ask.with("code_challenge", nil), "invalid_request"),
      ("a plain challenge", ask.with("code_challenge_method", "plain"), "invalid_request"),
      ("a short challenge", ask.with("code_challenge", "abc"), "invalid_request"),
      ("no scope of its own", ask.with("scope", "admin"), "invalid_scope"),
      ("another response type", ask.with("response_type", "token"), "unsupported_response_type"),
    ]
    for (name, ask, error) in cases {
      let reply = try await push(ask)
      #expect(reply.isRefused(error), "\(name)")
      #expect(reply["location"].isEmpty, "\(name)")
    }
    var outsider = ask.parameters
    outsider["client_id"] = "other"
    let two = try await world.wire.post(
      "/par", form: outsider.encoded, TestClient.web.authorization)
    #expect((400...401).contains(two.status))
  }

  // attack: V-06
  @Test("an address pushes a limited number for a public client, and no client pushes a large one")
  func limited() async throws {
    try await World.run(configure: { $0.pushedRequests = 3 }) { world async throws in
      let ask = Ask()
      func push(_ ask: Ask) async throws -> WireReply {
        try await world.wire.post("/par", form: ask.parameters.encoded, ask.client.authorization)
      }
      let large = ask.with("state", String(repeating: "s", count: 8 << 10))
      #expect(try await push(large).isRefused("invalid_request", 413))
      for _ in 1...3 { #expect(try await push(ask).status == 201) }
      let refused = try await push(ask)
      #expect(refused.status == 429 && refused["retry-after"] == ["900"])
      // A client with a secret pushes for all of its users.
      for _ in 1...4 { #expect(try await push(Ask(.web)).status == 201) }
    }
  }

  // attack: V-06
  @Test("the requests of one client that are kept at a time are limited")
  func kept() async throws {
    try await World.run(configure: { $0.keptPushedRequests = 2 }) { world async throws in
      let ask = Ask(.web)
      func push() async throws -> WireReply {
        try await world.wire.post("/par", form: ask.parameters.encoded, ask.client.authorization)
      }
      for _ in 1...2 { #expect(try await push().status == 201) }
      #expect(try await push().status == 429)
      world.server.clock.advance(by: .seconds(3_661))
      #expect(try await push().status == 201)
    }
  }

  // attack: A-26
  @Test("a client that must push its requests can send no others")
  func required() async throws {
    let client = TestClient.web.with { $0.metadata.pushedRequests = .required }
    try await world.add(client)
    let ask = Ask(client)
    let plain = try await world.answer(ask)
    #expect(plain.redirected("error") == "invalid_request")
    #expect(plain.redirected("code") == nil)
    let reply = try await push(ask)
    #expect(try await world.callback(named(reply, ask))["code"] != nil)
  }

  // attack: A-27
  @Test("nothing of a request that was left is readable in addresses, cookies or pages")
  func hidden() async throws {
    let ask = Ask(.web).with("state", "very-secret-state").with("nonce", "very-secret-nonce")
      .with("login_hint", "hinted-user")
    let short = try named(await push(ask), ask)
    let browser = world.browser()
    let secrets = ["very-secret-state", "very-secret-nonce", Ask.challenge]
    let first = try await browser.get(world.url(short))
    let login = try await browser.get(try #require(first.location))
    let consent = try await world.consentPage(browser, at: login)
    for page in [first, login, consent] {
      let fields = page.head.headerFields.map { "\($0.name): \($0.value)" }.joined()
      for secret in secrets {
        #expect(!page.url.contains(secret) && !page.text.contains(secret))
        #expect(!fields.contains(secret))
      }
    }
    // What the sign-in page needs of it is there.
    #expect(login.text.contains("hinted-user"))
    #expect(consent.text.contains("Allow Test Web?"))
  }

  // attack: V-17
  @Test("a hint of any length fills the field with a hundred characters of it")
  func longHint() async throws {
    let ask = Ask(.web).with("login_hint", String(repeating: "h", count: 5_000))
    let browser = world.browser()
    let login = try await world.loginPage(browser, named(await push(ask), ask))
    let field = login.forms.first?.fields.first { $0.name == "username" }
    #expect(field?.value == String(repeating: "h", count: 99) + "…")
  }

  @Test("a name is its client's own, begins within a minute, and yields one code")
  func lifetime() async throws {
    let ask = Ask(.web)
    let short = try named(await push(ask), ask)
    #expect(try await world.answer(short.with("client_id", "other")).isErrorPage)
    let unknown = short.with("request_uri", "urn:ietf:params:oauth:request_uri:cc_pr_x")
    #expect(try await world.answer(unknown).isErrorPage)
    // Reloading is not using.
    for _ in 1...2 {
      #expect(try await world.answer(short).status == 303)
    }
    #expect(try await world.callback(short)["code"] != nil)
    #expect(try await world.answer(short).isErrorPage)

    let late = try named(await push(ask), ask)
    let browser = world.browser()
    let login = try await world.loginPage(browser, late)
    world.server.clock.advance(by: .seconds(60))
    #expect(try await world.answer(late).isErrorPage)
    // Who began in time may take longer over the pages.
    let answer = try await world.signIn(browser, at: login)
    #expect(answer.location?.contains("code=") == true)
  }

  @Test("what the browser adds to a name counts for nothing")
  func additions() async throws {
    let ask = Ask(.web)
    let short = try named(await push(ask), ask)
      .with("scope", "openid offline_access").with("state", "evil")
    let evil = try await world.answer(short.with("redirect_uri", "https://evil.example/cb"))
    #expect(evil.status == 303 && evil["location"].first?.contains("/login") == true)
    let callback = try await world.callback(short)
    #expect(callback["state"] == "state-1")
    let tokens = try Tokens(await world.exchange(try #require(callback["code"]), ask))
    #expect(tokens.json["scope"]?.stringValue == "openid profile email")
  }

  // attack: P-08
  @Test("a key that was proved where the request was left is the one that gets the tokens")
  func key() async throws {
    let (prover, thief) = (try Prover(), try Prover())
    let ask = Ask(.web)
    let proof = try prover.field("POST", "/par")
    let code = try await world.code(named(await push(ask, [proof]), ask))
    let form = ask.exchange(code)
    #expect(try await world.token(form, as: .web, [try thief.field()]).isRefused("invalid_grant"))
    #expect(try await world.token(form, as: .web).error == "invalid_request")
    #expect(try await world.token(form, as: .web, [try prover.field()]).status == 200)
    let named = ask.with("dpop_jkt", thief.thumbprint)
    let mixed = try await push(named, [try prover.field("POST", "/par")])
    #expect(mixed.isRefused("invalid_dpop_proof"))
    #expect(try await push(ask, [proof]).error == "invalid_dpop_proof")
  }

  @Test("the metadata names the endpoint")
  func metadata() async throws {
    let document = try await world.metadata()
    #expect(
      document["pushed_authorization_request_endpoint"]?.stringValue
        == world.server.issuer + "/par")
  }
}
