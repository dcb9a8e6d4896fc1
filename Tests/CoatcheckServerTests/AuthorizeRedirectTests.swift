// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("authorization responses at the redirect URI of the client", .world)
struct AuthorizeRedirectTests {
  /// Invalid parameters, and the accepted error codes.
  typealias Wrong = Case<(parameters: [String: String?], errors: Set<String>)>

  private static func wrong(
    _ name: String, _ errors: String..., with parameters: [String: String?]
  ) -> Wrong {
    Wrong(name, (parameters, Set(errors)))
  }

  private func refused(_ test: Wrong) async throws {
    var ask = Ask(.web)
    for (name, value) in test.value.parameters { ask = ask.with(name, value) }
    let reply = try await world.answer(ask)
    #expect(reply.status == 303)
    #expect(reply["location"].first?.hasPrefix("https://c.example/cb?") == true)
    #expect(test.value.errors.contains(reply.redirected("error") ?? ""))
    #expect(reply.redirected("state") == "state-1")
    #expect(reply.redirected("iss") == world.server.issuer)
    #expect(reply.redirected("code") == nil)
  }

  // attack: A-08
  @Test(
    "a request without a valid S256 challenge is refused with state and iss",
    arguments: [
      wrong(
        "no challenge", "invalid_request",
        with: ["code_challenge": nil, "code_challenge_method": nil]),
      wrong("no method", "invalid_request", with: ["code_challenge_method": nil]),
      wrong("plain", "invalid_request", with: ["code_challenge_method": "plain"]),
      wrong("s256 in lower case", "invalid_request", with: ["code_challenge_method": "s256"]),
      wrong(
        "42 characters", "invalid_request",
        with: ["code_challenge": String(Ask.challenge.dropLast())]),
      wrong(
        "129 characters", "invalid_request",
        with: ["code_challenge": String(repeating: "a", count: 129)]),
      wrong("with =", "invalid_request", with: ["code_challenge": Ask.challenge.dropLast() + "="]),
      wrong(
        "with a space", "invalid_request", with: ["code_challenge": Ask.challenge.dropLast() + " "]),
    ])
  func challenges(test: Wrong) async throws { try await refused(test) }

  // attack: A-09
  @Test(
    "every response type but code is refused with state and iss",
    arguments: [
      wrong(
        "missing", "invalid_request", "unsupported_response_type", with: ["response_type": nil]),
      wrong("token", "unsupported_response_type", with: ["response_type": "token"]),
      wrong("id_token", "unsupported_response_type", with: ["response_type": "id_token"]),
      wrong("code token", "unsupported_response_type", with: ["response_type": "code token"]),
      wrong("code code", "unsupported_response_type", with: ["response_type": "code code"]),
      wrong("none", "unsupported_response_type", with: ["response_type": "none"]),
    ])
  func responseTypes(test: Wrong) async throws { try await refused(test) }

  // attack: A-16
  @Test(
    "a max_age that is not a number of seconds is refused",
    arguments: [
      wrong("-1", "invalid_request", with: ["max_age": "-1"]),
      wrong("abc", "invalid_request", with: ["max_age": "abc"]),
      wrong("2^64", "invalid_request", with: ["max_age": "18446744073709551616"]),
      wrong("1.5", "invalid_request", with: ["max_age": "1.5"]),
    ])
  func maxAge(test: Wrong) async throws { try await refused(test) }

  @Test(
    "an unsupported parameter is refused with its own error code",
    arguments: [
      wrong("an invalid object", "invalid_request_object", with: ["request": "e30.e30."]),
      wrong("registration", "registration_not_supported", with: ["registration": "{}"]),
      wrong("fragment", "invalid_request", with: ["response_mode": "fragment"]),
      wrong("fragment.jwt", "invalid_request", with: ["response_mode": "fragment.jwt"]),
      wrong("web_message", "invalid_request", with: ["response_mode": "web_message"]),
      wrong("scope with a quote", "invalid_scope", with: ["scope": "openid \"x\""]),
      wrong("unknown scope", "invalid_scope", with: ["scope": "admin"]),
      wrong("no scope", "invalid_scope", with: ["scope": nil]),
    ])
  func unsupported(test: Wrong) async throws { try await refused(test) }

  // attack: A-21
  @Test("a request_uri is refused and never fetched")
  func requestURI() async throws {
    // The target of the request_uri is a test server, whose log shows whether it received a request.
    let target = try await TestServer.start()
    let address = "\(target.issuer)/x"
    try await refused(
      Self.wrong("request_uri", "request_uri_not_supported", with: ["request_uri": address]))
    #expect(target.requests.all.isEmpty)
    await target.stop()
  }

  // attack: A-14
  @Test("prompt=none never shows a page")
  func promptNone() async throws {
    let silent = Ask(.web).with("prompt", "none")
    let jar = CookieJar()
    #expect(try await world.callback(silent, jar: jar)["error"] == "login_required")
    // The user is signed in, but has approved another client only.
    _ = try await world.callback(Ask(.publicApp), jar: jar)
    let unasked = try await world.callback(silent, jar: jar)
    #expect(unasked["error"] == "consent_required")
    #expect(unasked["state"] == "state-1")
    #expect(unasked["iss"] == world.server.issuer)
    let both = try await world.callback(Ask(.web).with("prompt", "none login"), jar: jar)
    #expect(both["error"] == "invalid_request")
    let unknown = try await world.callback(Ask(.web).with("prompt", "foo"), jar: jar)
    #expect(unknown["error"] == "invalid_request")
    // After an approval, the same request yields a code without a page.
    _ = try await world.callback(Ask(.web), jar: jar)
    #expect(try await world.callback(silent, jar: jar)["code"] != nil)
  }

  // attack: A-13
  @Test("each redirect to a client, with a code or an error, contains iss")
  func issuerEverywhere() async throws {
    let answers = [
      try await world.callback(Ask()),
      try await world.callback(Ask(), .deny),
      try await world.callback(Ask(), .cancel),
      try await world.callback(Ask().with("prompt", "none")),
      try await world.callback(Ask().with("response_type", "token")),
      try await world.callback(Ask().with("scope", "admin")),
      try await world.callback(Ask().with("code_challenge", "x")),
      try await world.callback(Ask().with("request", "x")),
    ]
    #expect(answers.map { $0["iss"] } == Array(repeating: world.server.issuer, count: 8))
    #expect(answers[0]["code"] != nil)
    #expect(answers[1]["error"] == "access_denied")
    #expect(answers[2]["error"] == "access_denied")
  }

  // attack: A-11
  @Test("a state is returned byte by byte, and one that is too long is refused")
  func states() async throws {
    for state in [
      "\"><script>alert(1)</script>", String(repeating: "s", count: 384), "a b+c%26d", "🧥 état",
    ] {
      let ask = Ask().with("state", state)
      let answer = try await world.callback(ask)
      #expect(answer["code"] != nil)
      #expect(answer["state"].map { Array($0.utf8) } == Array(state.utf8))
      let refusal = try await world.callback(ask.with("prompt", "none"))
      #expect(refusal["state"].map { Array($0.utf8) } == Array(state.utf8))
      // In an HTML page, it is escaped.
      let posted = try await world.formPage(ask.with("response_mode", "form_post"))
      #expect(posted.fields["state"].map { Array($0.utf8) } == Array(state.utf8))
      #expect(!posted.page.text.contains("<script>alert"))
    }
    let endless = Ask().with("state", String(repeating: "s", count: 1 << 20))
    let reply = try await world.answer(endless)
    #expect(reply.status == 431)
  }

  // attack: A-12
  @Test("a line break in the state stays encoded and makes no header field")
  func headerInjection() async throws {
    let rest = Ask(.web).with("state", nil).with("response_type", "token").query
    let reply = try await world.wire.send(
      "GET", "/authorize?\(rest)&state=x%0d%0aSet-Cookie:%20a=b")
    #expect(reply.status == 303)
    #expect(reply["location"].first?.contains("%0D%0ASet-Cookie") == true)
    #expect(!reply["set-cookie"].contains { $0.hasPrefix("a=") })
    #expect(reply.redirected("state") == "x\r\nSet-Cookie: a=b")
  }

  @Test("a sign-in within max_age is used again, and an older one is not")
  func maxAgeWorks() async throws {
    let jar = CookieJar()
    _ = try await world.callback(Ask(.web), jar: jar)
    world.server.clock.advance(by: .seconds(100))
    let silent = Ask(.web).with("prompt", "none")
    #expect(try await world.callback(silent.with("max_age", "100"), jar: jar)["code"] != nil)
    let tooOld = try await world.callback(silent.with("max_age", "99"), jar: jar)
    #expect(tooOld["error"] == "login_required")
    let again = try await world.callback(Ask(.web).with("max_age", "0"), jar: jar)
    #expect(again["code"] != nil)
  }
}
