// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("pushed authorization requests", .world)
struct PushedRequestTests {
  /// Pushes a request and returns the response.
  private func push(_ ask: Ask, _ fields: [(String, String)] = []) async throws -> WireReply {
    var form = ask.parameters
    if ask.client.secret != nil { form["client_id"] = nil }
    return try await world.wire.post("/par", form: form.encoded, ask.client.authorization + fields)
  }

  /// The authorization request with the `request_uri` of a pushed request.
  private func named(_ reply: WireReply, _ ask: Ask) throws -> Ask {
    let uri = try #require(reply.json["request_uri"]?.stringValue)
    var short = ask
    short.parameters = ["client_id": ask.client.registration.id, "request_uri": uri]
    return short
  }

  @Test("a pushed request is used by its request_uri and yields a code")
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
  @Test("a request that the authorization endpoint would refuse is refused when it is pushed")
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
  @Test("pushed requests of a public client are limited by address, and all are limited in size")
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
      // A confidential client pushes the requests of all its users from one address.
      for _ in 1...4 { #expect(try await push(Ask(.web)).status == 201) }
    }
  }

  // attack: V-06
  @Test("the number of stored pushed requests of one client is limited")
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
  @Test("a client that must push its requests cannot send them to the authorization endpoint")
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
  @Test("no parameter of a pushed request is readable in addresses, cookies or pages")
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
    // The sign-in page shows the values that it needs.
    #expect(login.text.contains("hinted-user"))
    #expect(consent.text.contains("Allow Test Web?"))
  }

  // attack: V-17
  @Test("only 100 characters of a long login_hint are shown on the sign-in page")
  func longHint() async throws {
    let ask = Ask(.web).with("login_hint", String(repeating: "h", count: 5_000))
    let browser = world.browser()
    let login = try await world.loginPage(browser, named(await push(ask), ask))
    let field = login.forms.first?.fields.first { $0.name == "username" }
    #expect(field?.value == String(repeating: "h", count: 99) + "…")
  }

  @Test("a request_uri works only for its client, within a minute, and for one code")
  func lifetime() async throws {
    let ask = Ask(.web)
    let short = try named(await push(ask), ask)
    #expect(try await world.answer(short.with("client_id", "other")).isErrorPage)
    let unknown = short.with("request_uri", "urn:ietf:params:oauth:request_uri:cc_pr_x")
    #expect(try await world.answer(unknown).isErrorPage)
    // Reloading the page does not use the request.
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
    // An interaction that began in time can last longer.
    let answer = try await world.signIn(browser, at: login)
    #expect(answer.location?.contains("code=") == true)
  }

  @Test("parameters beside a request_uri are ignored")
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
  @Test("a code is bound to the key of the DPoP proof of its pushed request")
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

  @Test("the metadata contains the endpoint")
  func metadata() async throws {
    let document = try await world.metadata()
    #expect(
      document["pushed_authorization_request_endpoint"]?.stringValue
        == world.server.issuer + "/par")
  }
}
