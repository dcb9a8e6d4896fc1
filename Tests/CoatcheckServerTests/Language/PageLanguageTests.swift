// SPDX-License-Identifier: Apache-2.0
import TestKit

extension TestBrowser.Page {
  /// The language of the page in its markup and its header field; nil when the two differ.
  fileprivate var language: String? {
    let field = head.headerFields[.contentLanguage]
    return field.flatMap { text.contains("<html lang=\"\($0)\">") ? $0 : nil }
  }

  fileprivate var varies: String? { head.headerFields[.vary] }
}

@Suite("the language of the pages", .world)
struct PageLanguageTests {
  /// The header fields of a browser that prefers a language.
  private func fields(_ language: String?) -> HTTPFields {
    language.map { [.acceptLanguage: $0] } ?? [:]
  }

  @Test("the metadata lists the languages")
  func published() async throws {
    #expect(
      try await world.metadata()["ui_locales_supported"] == ["en", "zh-CN", "zh-TW", "ja"])
  }

  @Test(
    "the sign-in page is in the language of ui_locales, or of the browser, or English",
    arguments: [
      (nil, nil, "en", "Sign in"), ("ja", nil, "ja", "サインイン"), ("zh-Hans", "ja", "zh-CN", "登录"),
      (nil, "de, zh-HK;q=0.8, en;q=0.5", "zh-TW", "登入"), ("de fr", "ja", "ja", "サインイン"),
      ("de", "fr", "en", "Sign in"),
    ] as [(String?, String?, String, String)])
  func signIn(locales: String?, accepted: String?, wanted: String, heading: String) async throws {
    let browser = world.browser()
    let begun = try await browser.get(
      world.url(Ask(.web).with("ui_locales", locales)), fields: fields(accepted))
    // The interaction keeps its language when the browser later prefers another one.
    let page = try await browser.get(
      try #require(begun.location), fields: fields(wanted == "ja" ? "en" : "ja"))
    #expect(page.language == wanted)
    #expect(page.text.contains("<h1>\(heading)</h1>"))
    #expect(page.varies == "Cookie")
    let wrong = try await world.submit(
      browser, page, ["username": "alice", "password": "wrong", "action": "sign-in"])
    #expect(wrong.status == 400 && wrong.language == wanted)
    let consent = try await world.consentPage(browser, at: page)
    #expect(consent.language == wanted)
    #expect(consent.text.contains("Test Web") && consent.text.contains("<strong>alice</strong>"))
  }

  @Test("ui_locales of a pushed request and of a request object is used")
  func carried() async throws {
    let ask = Ask(.web).with("ui_locales", "zh-TW")
    var form = ask.parameters
    form["client_id"] = nil
    let reply = try await world.wire.post("/par", form: form.encoded, ask.client.authorization)
    var short = ask
    short.parameters = [
      "client_id": "web", "request_uri": try #require(reply.json["request_uri"]?.stringValue),
    ]
    let pushed = try await world.loginPage(world.browser(), short)
    #expect(pushed.language == "zh-TW")

    let signed = try await SignedAsk.registered()
    let object = try signed.object(["ui_locales": "ja"])
    // "parameters beside a request object are ignored".
    let beside = signed.carrying(object).with("ui_locales", "zh-CN")
    #expect(try await world.loginPage(world.browser(), beside).language == "ja")
  }

  @Test("errors are in the language of the request, and the detail for developers in English")
  func errors() async throws {
    let browser = world.browser()
    let ask = Ask(.web).with("redirect_uri", "https://evil.example/")
    for (locales, accepted, wanted, varies, title) in [
      ("ja", nil, "ja", nil, "サインインを続けられません"), (nil, "zh-TW", "zh-TW", "Accept-Language", "無法繼續登入"),
      (nil, nil, "en", "Accept-Language", "This sign-in cannot go on"),
    ] as [(String?, String?, String, String?, String)] {
      let page = try await browser.get(
        world.url(ask.with("ui_locales", locales)), fields: fields(accepted))
      #expect(page.status == 400 && page.language == wanted && page.varies == varies)
      #expect(page.text.contains("<h1>\(title)</h1>"))
      #expect(page.text.contains("<p class=\"soft small\" lang=\"en\">"))
    }
    let repeated = try await browser.get(
      world.server.issuer + "/authorize?client_id=a&client_id=b", fields: fields("ja"))
    #expect(repeated.status == 400 && repeated.language == "ja")
    for path in ["/login?i=x", "/consent?i=x", "/device/confirm?i=x"] {
      let page = try await browser.get(world.server.issuer + path, fields: fields("zh-CN"))
      #expect(page.language == "zh-CN" && page.varies == "Accept-Language", "\(path)")
    }
    let refusal = Ask(.web).with("prompt", "none").with("response_mode", "form_post")
    let posted = try await browser.get(world.url(refusal.with("ui_locales", "ja")))
    #expect(posted.language == "ja" && posted.text.contains("Test Web に戻る"))
  }

  @Test("the pages of a device keep the language in which the first one was opened")
  func device() async throws {
    try await world.add(.device)
    let codes = try await world.wire.post(
      "/device_authorization", form: "client_id=tv&scope=openid")
    let code = try #require(codes.json["user_code"]?.stringValue)
    let browser = world.browser()
    let first = try await browser.get(world.server.issuer + "/device", fields: fields("zh-CN"))
    #expect(first.language == "zh-CN" && first.varies == "Accept-Language")
    let unknown = try await world.submit(browser, first, ["user_code": "BCDF-GHJK"])
    #expect(unknown.language == "zh-CN" && unknown.text.contains("没有设备在等待此代码"))
    let typed = try await world.submit(browser, first, ["user_code": code])
    let login = try await browser.get(try #require(typed.location))
    #expect(login.language == "zh-CN")
    let confirmation = try await browser.get(
      try #require(try await world.signIn(browser, at: login).location))
    #expect(confirmation.language == "zh-CN" && confirmation.text.contains(code))
    let done = try await world.submit(browser, confirmation, ["action": "allow"])
    #expect(done.language == "zh-CN" && done.text.contains("<h1>已连接</h1>"))
    let named = try await browser.get(world.server.issuer + "/device?ui_locales=ja")
    #expect(named.language == "ja" && named.varies == nil)
  }

  @Test("the logout pages are in the language of ui_locales")
  func logout() async throws {
    let signedIn = try await world.enter(Ask(.web))
    let browser = world.browser(signedIn.jar)
    let page = try await signedIn.logout(["client_id": "web", "ui_locales": "fr ja"])
    #expect(page.language == "ja" && page.varies == nil)
    #expect(page.text.contains("<h1>サインアウトしますか？</h1>"))
    let form = try #require(page.forms.first)
    #expect(form.fields.contains { $0.name == "ui_locales" && $0.value == "fr ja" })
    let refused = try await signedIn.logout([
      "ui_locales": "zh-TW", "post_logout_redirect_uri": "https://evil.example/",
    ])
    #expect(refused.status == 400 && refused.language == "zh-TW")
    let done = try await world.submit(
      browser, page, ["action": "sign-out", "client_id": "web", "ui_locales": "fr ja"])
    #expect(done.language == "ja" && done.text.contains("<h1>サインアウトしました</h1>"))
  }

  @Test("a name with markup or a placeholder is shown as text in all languages")
  func escaped() async throws {
    let client = TestClient.web.with { $0.name = "<b>{{csrf}}</b>" }
    try await world.add(client)
    for locales in ["en", "zh-CN", "zh-TW", "ja"] {
      let browser = world.browser()
      let ask = Ask(client).with("ui_locales", locales)
      for page in [
        try await world.loginPage(browser, ask), try await world.consentPage(browser, ask),
      ] {
        #expect(page.text.contains("&lt;b&gt;{{csrf}}&lt;/b&gt;") && !page.text.contains("<b>"))
      }
    }
  }
}
