// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients that registered themselves, and scopes", .world)
struct UntrustedClientTests {
  /// A client that registered itself.
  private func outsider(
    _ redirect: String = "https://outsider.example/cb?a=b"
  ) async throws -> TestClient {
    let client = TestClient.backend(
      "outsider", grants: ["authorization_code", "refresh_token"], scopes: ["openid", "email"]
    ).with {
      $0.redirectURIs = [redirect]
      $0.registeredAt = Date(timeIntervalSince1970: 0)
    }
    try await world.add(client)
    return client
  }

  // attack: A-48
  @Test("an error is shown to the user and not redirected before the user has approved the client")
  func shown() async throws {
    let client = try await outsider()
    let ask = Ask(client, scope: "openid")
    let cases: [(String, Ask, String)] = [
      ("no scope of its own", ask.with("scope", "admin"), "invalid_scope"),
      ("no challenge", ask.with("code_challenge", nil), "invalid_request"),
      ("no user signed in", ask, "login_required"),
      ("another response type", ask.with("response_type", "token"), "unsupported_response_type"),
      ("as a form", ask.with("response_mode", "form_post").with("scope", "admin"), "invalid_scope"),
      ("in a signed answer", ask.with("response_mode", "jwt"), "login_required"),
    ]
    for (name, ask, error) in cases {
      let page = try await world.answer(ask.with("prompt", "none"))
      #expect(page.shows(error), "\(name)")
      #expect(page.body.contains("Go on to https://outsider.example"), "\(name)")
      #expect(!page.body.contains("<script") && page["refresh"].isEmpty, "\(name)")
    }
    // The same holds for a signed-in user who has not approved the client.
    let browser = world.browser()
    _ = try await world.signIn(browser, at: world.loginPage(browser, ask))
    let silent = try await browser.get(world.url(ask.with("prompt", "none")))
    #expect(silent.isFinal(400))
    #expect(silent.text.contains("consent_required"))
    // Canceling on the sign-in page does not redirect either: that page does not show the destination.
    let other = world.browser()
    let login = try await world.loginPage(other, ask)
    let left = try await other.post(login.url, ["csrf": try world.csrf(login), "action": "cancel"])
    #expect(left.isFinal(400))
    #expect(left.text.contains("access_denied"))
  }

  @Test("the user can continue to the client with the complete error response")
  func onward() async throws {
    let client = try await outsider()
    let ask = Ask(client, scope: "openid").with("prompt", "none")
    let page = try await world.browser().get(world.url(ask))
    let form = try #require(page.forms.first)
    #expect(form.method == "GET" && form.action == "https://outsider.example/cb")
    let sent = form.parameters
    #expect(sent["a"] == "b" && sent["error"] == "login_required")
    #expect(sent["state"] == "state-1" && sent["iss"] == world.server.issuer)
    let posted = try await world.browser().get(world.url(ask.with("response_mode", "form_post")))
    #expect(posted.forms.first?.method == "POST")
    #expect(posted.forms.first?.action == "https://outsider.example/cb?a=b")
  }

  @Test("the decision of the consent page, and all errors after an approval, are redirected")
  func decided() async throws {
    let client = try await outsider("https://outsider.example/cb")
    let jar = CookieJar()
    let ask = Ask(client, scope: "openid")
    let denied = try await world.callback(ask, .deny, jar: jar)
    #expect(denied["error"] == "access_denied")
    let allowed = try await world.callback(ask, jar: jar)
    #expect(allowed["code"] != nil)
    let wider = ask.with("scope", "openid email").with("prompt", "none")
    let silent = try await world.callback(wider, jar: jar)
    #expect(silent["error"] == "consent_required")
  }

  @Test("the errors of a client that the operator added are redirected at once")
  func vouched() async throws {
    let page = try await world.answer(Ask(.web).with("prompt", "none"))
    #expect(page.redirected("error") == "login_required")
  }

  // attack: A-52
  @Test("a client that gets more scopes later needs consent for them")
  func widened() async throws {
    let client = TestClient.web.with { $0.scopes = ["openid"] }
    try await world.add(client)
    let jar = CookieJar()
    let narrow = Ask(client, scope: "openid")
    let wide = Ask(client, scope: "openid email")
    let first = try await world.callback(wide, jar: jar)
    let tokens = try Tokens(await world.exchange(try #require(first["code"]), wide))
    #expect(tokens.json["scope"]?.stringValue == "openid")

    let wider = client.with {
      $0.scopes = ["openid", "email"]
      $0.redirectURIs.append("https://c.example/new")
    }
    try await world.add(wider)
    // The approved scope needs no new consent. The new scope does, by the scope or by a claim.
    #expect(try await world.callback(narrow.with("prompt", "none"), jar: jar)["code"] != nil)
    let claim = narrow.with("claims", #"{"userinfo":{"email":null}}"#)
    for ask in [wide, claim] {
      let silent = try await world.callback(ask.with("prompt", "none"), jar: jar)
      #expect(silent["error"] == "consent_required" && silent["code"] == nil)
    }
    let page = try await world.browser(jar).get(world.url(wide))
    #expect(page.location?.contains("/consent?") == true)
    // An earlier refresh token does not get the new scope either.
    let refreshed = try await world.refresh(tokens.refresh, as: client, scope: "openid email")
    #expect(refreshed.error == "invalid_scope" || refreshed.status == 400)
  }

  // attack: A-19
  @Test("unregistered scopes are dropped, and a request with no other scope is refused")
  func scopes() async throws {
    func refusal(_ scope: String?) async throws -> String? {
      try await world.answer(Ask(.web).with("scope", scope)).redirected("error")
    }
    // Unknown scopes, and scopes of other clients, are dropped, and the response lists the granted ones.
    for scope in ["openid unknown", "openid jobs:read"] {
      let tokens = try await world.signIn(Ask(.web).with("scope", scope))
      #expect(tokens.json["scope"]?.stringValue == "openid")
    }
    #expect(try await refusal("jobs:read") == "invalid_scope")
    for scope in ["openid \"x\"", "openid a\\b", "openid\temail", "openid é"] {
      #expect(try await refusal(scope) == "invalid_scope", "\(scope)")
    }
    // An empty scope counts as missing.
    #expect(try await refusal("") == "invalid_scope")
    #expect(try await refusal(nil) == "invalid_scope")
    let many = (0..<10_000).map { "s\($0)" }.joined(separator: " ")
    #expect(try await world.answer(Ask(.web).with("scope", many)).status == 431)
    let posted = try await world.wire.post("/authorize", form: Ask(.web).with("scope", many).query)
    #expect((400..<500).contains(posted.status) || posted.redirected("error") == "invalid_scope")
    let hundred = (0...100).map { "s\($0)" }.joined(separator: " ")
    #expect(try await refusal("openid " + hundred) == "invalid_scope")
  }
}
