// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("Attacks on hosted pages", .serialized, .timeLimit(.minutes(10)))
struct HostedAttackTests {
  private static let posts = [
    "captcha", "captcha/verify", "sms/send", "submit", "other", "back", "more",
  ]

  // attack: V-04
  @Test("a page's address opens once: the second browser is told to start again")
  func replay() async throws {
    let world = try await HostedWorld.start()
    let path = try await world.page()
    let first = HostedClient(world.server)
    #expect(try await first.get(path).status == .seeOther)
    let second = HostedClient(world.server)
    let refused = try await second.get(path)
    #expect(refused.status == .gone)
    #expect(refused.text.contains("Please start again"))
    #expect(second.cookies.isEmpty)
    #expect(try await first.get("/hosted/register").status == .ok)
  }

  @Test("of 20 concurrent browsers at one address one gets the page")
  func race() async throws {
    let world = try await HostedWorld.start()
    let path = try await world.page()
    let server = world.server
    let opened = try await concurrently(20) { _ in
      try await HostedClient(server).get(path).status == .seeOther
    }
    #expect(opened.count { $0 } == 1)
  }

  // attack: A-28
  @Test(
    "a form without a CSRF token, with a wrong one or another browser's is refused",
    arguments: posts)
  func forged(post: String) async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    let other = try await world.registering()
    for token in ["", "x", other.csrf] {
      let form = try await browser.post(post, [("mobile", "13800000000")], csrf: token)
      #expect(form.status == .forbidden)
      #expect(try await browser.script(post, ["csrf": .string(token)]).status == .forbidden)
    }
    #expect(browser.csrf != other.csrf)
    // No form had an effect.
    #expect(try await browser.get("/hosted/register").status == .ok)
    #expect(world.server.outbox.messages.isEmpty)
  }

  // attack: A-28
  @Test(
    "a form from another origin is refused even with the CSRF token",
    arguments: [
      ["Origin": "https://evil.example"], ["Origin": "null", "Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
      ["Origin": "https://app.example"],
    ])
  func elsewhere(fields: [String: String]) async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    #expect(try await browser.post("back", fields: fields).status == .forbidden)
    #expect(try await browser.script("submit", [:], fields: fields).status == .forbidden)
    #expect(try await browser.get("/hosted/register").status == .ok)
  }

  @Test("a changed, cut or forged cookie opens nothing")
  func cookies() async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    let own = try #require(browser.cookies["coatcheck_page"])
    var changed = Array(own.utf8)
    changed[changed.count / 2] ^= 1
    for value in [String(decoding: changed, as: UTF8.self), String(own.dropLast(4)), "x", ""] {
      let thief = HostedClient(world.server)
      thief.cookies["coatcheck_page"] = value
      #expect(try await thief.get("/hosted/register").status == .badRequest)
    }
  }

  @Test("a finished page is expired in every browser that kept its cookie")
  func afterwards() async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    let copy = HostedClient(world.server)
    copy.cookies = browser.cookies
    copy.csrf = browser.csrf
    _ = try await browser.post("back")
    #expect(try await copy.get("/hosted/register").status == .gone)
    #expect(try await copy.post("submit").status == .gone)
    let script = try await copy.script("submit", [:])
    #expect(script.status == .gone)
    #expect(script.json["location"] == "/hosted/register")
  }

  // attack: A-33
  @Test(
    "every page forbids frames, foreign scripts, referrers and caching",
    arguments: ["ok", "gone", "forged"])
  func headers(kind: String) async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.browser()
    var page = try await browser.get("/hosted/register")
    if kind == "gone" { page = try await HostedClient(world.server).get("/hosted/register") }
    if kind == "forged" { page = try await browser.post("back", csrf: "x") }
    let policy = page.header("Content-Security-Policy")
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(policy.contains("base-uri 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(page.header("X-Frame-Options") == "DENY")
    #expect(page.header("Referrer-Policy") == "no-referrer")
    #expect(page.header("Cache-Control") == "no-store")
    #expect(page.header("X-Content-Type-Options") == "nosniff")
  }

  // attack: I-19
  @Test("a nickname, a theme's texts and typed values are escaped, and the query is dropped")
  func markup() async throws {
    let evil = #"<script>alert(1)</script>"'&"#
    let name = evil + "\u{202E}" + String(repeating: "x", count: 300)
    let weibo = WeiboService(profiles: [
      StandInUser.alice.username: WeiboProfile(uid: "1404376560", screenName: name)
    ])
    let world = try await HostedWorld.start(weibo: weibo)
    let theme: JSONObject = [
      "navRegistTitle": .string(evil), "tileDescriptionRegistText": .string(evil),
      "confirmButtonRegistText": .string(evil),
      "navRightView": ["title": .string(evil), "action": "more"],
    ]
    let browser = try await world.browser(changing: ["theme": .object(theme)])
    let page = try await browser.get("/hosted/register")
    #expect(page.text.contains("&lt;script&gt;alert(1)"))
    #expect(!page.text.contains("<script>alert"))
    #expect(!page.text.contains("\u{202E}"))
    // The query is not on the page at all.
    let clean = try await browser.get("/hosted/register?x=" + "%3Cscript%3E")
    #expect(clean.location == "/hosted/register")
    // What was typed comes back as text.
    let typed = try await browser.post("submit", [("mobile", evil), ("country", evil)])
    #expect(!typed.text.contains("<script>alert"))
  }

  @Test("on https the cookie is __Host-, Secure, HttpOnly and Lax")
  func cookieAttributes() async throws {
    let world = try await HostedWorld.start(settings: {
      $0 = IDaaSSettings(origin: "https://tenant.example")
    })
    let state = try await world.stateToken()
    let answer = try await world.session(state)
    let url = try #require(answer.json["url"]?.stringValue)
    let page = try await HostedClient(world.server).get(
      String(url.dropFirst("https://tenant.example".count)))
    let cookie = page.head.headerFields[.setCookie] ?? ""
    #expect(cookie.hasPrefix("__Host-coatcheck_page="))
    for attribute in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
      #expect(cookie.contains("; " + attribute))
    }
  }

  @Test("no page, address or header field contains the state token")
  func leaks() async throws {
    let world = try await HostedWorld.start()
    let state = try await world.stateToken()
    let url = try #require(try await world.session(state).json["url"]?.stringValue)
    #expect(!url.contains(state))
    let browser = HostedClient(world.server)
    let entered = try await browser.get(String(url.dropFirst(world.server.origin.count)))
    #expect(!"\(entered.head.headerFields)".contains(state))
    #expect(try await browser.get("/hosted/register").text.contains(state) == false)
  }

  @Test("the preview exists in development only")
  func development() async throws {
    let world = try await HostedWorld.start(settings: { $0.isDevelopment = false })
    let browser = HostedClient(world.server)
    for path in ["/hosted/preview", "/hosted/preview/page"] {
      #expect(try await browser.get(path).status == .notFound)
    }
  }
}
