// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("authorization requests that name the expected user", .world)
struct ExpectedUserTests {
  /// A browser in which Alice is signed in, and the tokens of the client.
  private func signedIn(
    _ user: TestUser = .alice
  ) async throws -> (jar: CookieJar, tokens: Tokens) {
    let jar = CookieJar()
    return (jar, try await world.signIn(Ask(.web), by: user, jar: jar))
  }

  // attack: A-17
  @Test("an id_token_hint of the signed-in user is accepted, even long after it expired")
  func hinted() async throws {
    let (jar, tokens) = try await signedIn()
    let ask = Ask(.web).with("id_token_hint", tokens.id).with("prompt", "none")
    #expect(try await world.callback(ask, jar: jar)["code"] != nil)
    world.server.clock.advance(by: .seconds(7200))
    #expect(try await world.callback(ask, jar: jar)["code"] != nil)
  }

  // attack: A-17
  @Test("a user other than that of the id_token_hint gets no code")
  func anotherUser() async throws {
    let hint = try #require(try await signedIn().tokens.id)
    let (jar, _) = try await signedIn(.bob)
    let ask = Ask(.web).with("id_token_hint", hint)
    let silent = try await world.callback(ask.with("prompt", "none"), jar: jar)
    #expect(silent["error"] == "login_required" && silent["code"] == nil)

    // A new sign-in of another user does not yield a code either.
    let browser = world.browser(jar)
    let page = try await world.loginPage(browser, ask)
    let answer = try await world.signIn(browser, at: page, as: .bob)
    let location = try #require(answer.location)
    #expect(location.hasPrefix("https://c.example/cb?error=login_required"))

    // A sign-in of the expected user yields a code.
    let tokens = try await world.signIn(ask, jar: jar)
    let claims = try await world.claims(tokens.id)
    #expect(claims["sub"]?.stringValue == TestUser.alice.id)
  }

  // attack: A-17
  @Test("a hint that is not an ID token of this server for this client is refused")
  func badHints() async throws {
    let (jar, tokens) = try await signedIn()
    let hint = try #require(tokens.id)
    let foreign = try SigningKey.generate(.rs256)
    let claims = try UnverifiedJWT(hint).unverifiedClaimsForDisplay()
    let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
    let kid = JSONValue.string(try TestKeys.signing()[1].keyID)
    let elsewhere = try TestKeys.signing()[1].sign(
      claims.with(["iss": "https://other.example"]), type: "JWT")
    let cases: [(String, String)] = [
      ("unsigned", none + "." + Base64URL.encode(claims.serialized()) + "."),
      (
        "a foreign key",
        try handmadeJWT(["alg": "RS256", "typ": "JWT", "kid": kid], claims, by: foreign)
      ),
      ("another issuer", elsewhere), ("an access token", tokens.access), ("nothing", ""),
      ("no token", "hint"),
    ]
    for (name, hint) in cases where !hint.isEmpty {
      let ask = Ask(.web).with("id_token_hint", hint)
      let reply = try await world.callback(ask, jar: jar)
      #expect(reply["error"] == "invalid_request", "\(name)")
      #expect(reply["state"] == "state-1" && reply["code"] == nil, "\(name)")
    }
    let others = try await world.callback(Ask().with("id_token_hint", hint), jar: jar)
    #expect(others["error"] == "invalid_request")
  }

  // attack: A-18
  @Test(
    "a request for one subject by the claim sub yields a code for that user only",
    arguments: ["id_token", "userinfo"])
  func subject(place: String) async throws {
    let (jar, tokens) = try await signedIn()
    func ask(_ wish: String) -> Ask {
      Ask(.web).with("prompt", "none").with("claims", #"{"\#(place)":{"sub":\#(wish)}}"#)
    }
    let alice = TestUser.alice.id
    for wish in [#"{"value":"\#(alice)"}"#, #"{"values":["x","\#(alice)"]}"#, "null", "{}"] {
      #expect(try await world.callback(ask(wish), jar: jar)["code"] != nil, "\(wish)")
    }
    for wish in [
      #"{"value":"other"}"#, #"{"values":["other"]}"#, #"{"essential":true,"value":"other"}"#,
    ] {
      let reply = try await world.callback(ask(wish), jar: jar)
      #expect(reply["error"] == "login_required" && reply["code"] == nil, "\(wish)")
    }
    // A hint and a claim that name different users are refused.
    let both = ask(#"{"value":"other"}"#).with("id_token_hint", tokens.id)
    #expect(try await world.callback(both, jar: jar)["error"] == "invalid_request")
    let open = ask(#"{"value":"other"}"#).with("prompt", nil)
    let first = try await world.browser(jar).get(world.url(open))
    #expect(first.location?.contains("/login?") == true)
  }

  @Test("default_max_age of the client applies to a request without max_age")
  func defaultMaxAge() async throws {
    let client = TestClient.web.with { $0.metadata.defaultMaxAge = 100 }
    try await world.add(client)
    let jar = CookieJar()
    _ = try await world.callback(Ask(client), jar: jar)
    world.server.clock.advance(by: .seconds(101))
    let silent = Ask(client).with("prompt", "none")
    #expect(try await world.callback(silent, jar: jar)["error"] == "login_required")
    #expect(try await world.callback(silent.with("max_age", "200"), jar: jar)["code"] != nil)
  }
}
