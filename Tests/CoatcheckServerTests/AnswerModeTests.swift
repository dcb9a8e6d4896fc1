// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("response modes", .world)
struct AnswerModeTests {
  @Test("form_post: the browser posts a form to the redirect URI")
  func formPost() async throws {
    let ask = Ask(.web).with("response_mode", "form_post")
    let browser = world.browser()
    let (page, fields) = try await world.formPage(ask, browser: browser)
    #expect(fields["state"] == "state-1" && fields["iss"] == world.server.issuer)
    #expect(Set(fields.names) == ["code", "state", "iss"])
    let code = try #require(fields["code"])
    #expect(!page.url.contains(code))
    #expect(try await world.exchange(code, ask).status == 200)
    // The interaction has ended: its cookie was removed.
    #expect(!browser.cookies.names(host: "127.0.0.1").contains { $0.contains("_i_") })
    let refusal = try await world.answer(ask.with("prompt", "none"))
    #expect(refusal.status == 200)
    #expect(refusal.body.contains(#"name="error" value="login_required""#))
    #expect(refusal["location"].isEmpty)
  }

  // attack: A-49
  @Test("the form_post page runs only its own script, and does not access other windows")
  func formPage() async throws {
    let ask = Ask(.web).with("response_mode", "form_post")
      .with("state", #""></form><script>postMessage(1,"*")</script>"#)
    let (page, fields) = try await world.formPage(ask)
    #expect(fields["state"] == ask.parameters["state"])
    let pieces = page.text.components(separatedBy: "<script>")
    #expect(pieces.count == 2)
    let script = pieces[1].components(separatedBy: "</script>")[0]
    #expect(script == "document.forms[0].submit()")
    for word in ["opener", "parent", "onload", "javascript:", "{{"] {
      #expect(!page.text.contains(word), "\(word)")
    }
    let policy = page.head.headerFields[.contentSecurityPolicy] ?? ""
    let hash = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
    let rules = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rules.contains("default-src 'none'"))
    #expect(rules.contains("script-src 'sha256-\(hash)'"))
    #expect(rules.contains("form-action 'self' https://c.example"))
    #expect(rules.contains("frame-ancestors 'none'") && rules.contains("base-uri 'none'"))
    #expect(page.head.headerFields[.cacheControl] == "no-store")
    #expect(!policy.contains("unsafe"))
  }

  @Test("a signed response in the query", arguments: ["jwt", "query.jwt"])
  func inQuery(mode: String) async throws {
    let ask = Ask(.web).with("response_mode", mode)
    let callback = try await world.callback(ask)
    #expect(callback.names == ["response"])
    let answer = try await world.verified(callback["response"])
    #expect(answer.header.algorithm == .rs256)
    expect(
      answer.claims,
      has: [
        "iss": .string(world.server.issuer), "aud": "web",
        "exp": world.server.clock.seconds(600), "state": "state-1",
      ])
    let code = try #require(answer.claims["code"]?.stringValue)
    #expect(try await world.exchange(code, ask).status == 200)
    let refused = try await world.callback(ask.with("prompt", "none"))
    let refusal = try await world.verified(refused["response"])
    #expect(refusal.claims["error"]?.stringValue == "login_required")
    #expect(refused["error"] == nil)
    // The signed response is not accepted as an ID token.
    let hint = Ask(.web).with("id_token_hint", callback["response"])
    #expect(try await world.callback(hint)["error"] == "invalid_request")
  }

  @Test("form_post.jwt: a signed response in a form, with the algorithm that the client registered")
  func inForm() async throws {
    let client = TestClient.web.with { $0.metadata.authorizationAlgorithm = .es256 }
    try await world.add(client)
    let ask = Ask(client).with("response_mode", "form_post.jwt")
    let (_, fields) = try await world.formPage(ask)
    #expect(fields.names == ["response"])
    let answer = try await world.verified(fields["response"])
    #expect(answer.header.algorithm == .es256)
    let code = try #require(answer.claims["code"]?.stringValue)
    #expect(try await world.exchange(code, ask).status == 200)
  }

  @Test("the metadata lists exactly the supported response modes and algorithms")
  func metadata() async throws {
    let document = try await world.metadata()
    #expect(
      document["response_modes_supported"]
        == .array(["query", "form_post", "jwt", "query.jwt", "form_post.jwt"]))
    #expect(
      document["authorization_signing_alg_values_supported"]
        == document["id_token_signing_alg_values_supported"])
  }
}
