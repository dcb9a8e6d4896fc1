// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Weibo through the browser")
struct WeiboWebFlowTests {
  // attack: I-24
  @Test("ends at the app with its own state and a ticket that is accepted once")
  func good() async throws {
    let (server, flow) = try await WebFlow.started()
    let answer = try await flow.run()
    #expect(answer.names.sorted() == ["state", "ticket"] && answer["state"] == "app state")
    let ticket = try #require(answer["ticket"])
    let body = flow.proof(ticket)
    let (status, reply) = try await server.loginWeibo(body)
    #expect(status == 200 && reply["status"]?.stringValue == "USER_REGISTER")
    #expect(reply["nickname"]?.stringValue == "alice")
    let again = try await server.loginWeibo(body)
    #expect(again.status == 400)
    #expect(again.json["error_code"]?.stringValue == "IDAAS.SDK.COMMON.1005")
    #expect(again.json["error_detail"]?.stringValue == "state_expired")
  }

  @Test(
    "sends Weibo the registered callback, the scopes with commas, and nothing of the app's request")
  func request() async throws {
    let server = try await IDaaSTestServer.start(application: {
      $0.weibo?.scopes = ["email", "follow_app"]
    })
    var flow = WebFlow(server: server)
    flow.parameters = ["display": "mobile", "forcelogin": "true"]
    let page = try await WebFlow.browser().get(
      flow.start, fields: [.acceptLanguage: "zh-CN,zh;q=0.9"])
    let location = try #require(page.location)
    #expect(page.status == 302 && location.hasPrefix(server.weibo.url + "/oauth2/authorize?"))
    let query = try WebFlow.query(of: location)
    #expect(query["redirect_uri"] == server.origin + "/api/v1/login/weibo")
    #expect(query["client_id"] == "20454" && query["scope"] == "email,follow_app")
    #expect(query["display"] == "mobile" && query["forcelogin"] == "true")
    #expect(query["language"] == nil && query["code_challenge"] == nil)
    let state = try #require(query["state"])
    #expect(state.count == 43 && state != "app state")
    let cookie = try #require(page.head.headerFields[.setCookie])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    #expect(cookie.contains("Path=/;") && cookie.contains("Max-Age=600"))
    #expect(!cookie.contains("Secure") && !cookie.contains(state))
  }

  @Test("tells the app that the user denied")
  func denied() async throws {
    let server = try await IDaaSTestServer.start()
    let answer = try await WebFlow(server: server).run(answer: .deny)
    #expect(answer["error"] == "access_denied" && answer["error_code"] == "21330")
    #expect(answer["state"] == "app state" && answer["ticket"] == nil)
  }

  @Test(
    "redirects to no application or address that is not registered",
    arguments: [
      "http://127.0.0.1:49152/other", "https://evil.example/callback", "http://localhost/callback",
      "http://127.0.0.1.evil.example/callback", "https://app.example/callback?x=1",
      "https://app.example/callback/", "https://app.example:8443/callback",
      "http://127.0.0.1:0/callback", "http://127.0.0.1:99999/callback",
      "http://127.0.0.1:80@evil.example/callback", "http://[::1]:80/callback", "",
    ])
  func notRegistered(redirect: String) async throws {
    let server = try await IDaaSTestServer.start()
    var flow = WebFlow(server: server)
    flow.redirect = redirect
    let page = try await WebFlow.browser().get(flow.start)
    #expect(page.status == 400 && page.location == nil)
    #expect(page.head.headerFields[.setCookie] == nil)
    #expect(redirect.isEmpty || !page.text.contains(redirect))
  }

  @Test("accepts any port of a registered loopback address, and a registered address")
  func registered() async throws {
    let server = try await IDaaSTestServer.start()
    for redirect in [
      "http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback",
      "http://127.0.0.1/callback", "https://app.example/callback",
    ] {
      var flow = WebFlow(server: server)
      flow.redirect = redirect
      #expect(try await WebFlow.browser().get(flow.start).status == 302)
    }
    var flow = WebFlow(server: server)
    flow.parameters = ["client_id": "unknown"]
    #expect(try await WebFlow.browser().get(flow.start).status == 400)
  }

  @Test(
    "tells the app which parameter is missing or invalid",
    arguments: [
      ("state", ""), ("code_challenge", ""), ("code_challenge", "short"),
      ("code_challenge_method", "plain"), ("display", "cinema"),
      ("state", String(repeating: "s", count: 1025)),
    ])
  func incomplete(name: String, value: String) async throws {
    let server = try await IDaaSTestServer.start()
    var flow = WebFlow(server: server)
    flow.parameters = [name: value]
    // An empty value stands for a missing parameter.
    let sent = try WebFlow.query(of: flow.start).pairs.filter { !value.isEmpty || $0.name != name }
    let query = Parameters(sent.map { ($0.name, $0.value) }).encoded
    let page = try await WebFlow.browser().get(
      server.origin + "/api/v1/login/weibo/start?" + query)
    let location = try #require(page.location)
    let answer = try WebFlow.query(of: location)
    #expect(location.hasPrefix(flow.redirect))
    #expect(answer["error"] == "invalid_request" && answer["error_description"] == name)
  }

  // attack: I-07
  @Test("refuses a response from another browser, and accepts it from its own")
  func foreignBrowser() async throws {
    let flow = try await WebFlow.started().flow
    // The attacker signs in and keeps the answer to plant it in the victim's browser.
    let attacker = WebFlow.browser()
    let callback = try await flow.weiboAnswer(for: .bob, in: attacker)
    let victim = WebFlow.browser()
    _ = try await victim.get(flow.start)
    let refused = try await victim.get(callback)
    #expect(refused.status == 400 && refused.location == nil)
    #expect(refused.text.contains("another browser"))
    let own = try await attacker.get(callback)
    #expect(try WebFlow.query(of: try #require(own.location))["ticket"] != nil)
  }

  @Test("accepts a state once, within ten minutes")
  func onceOnly() async throws {
    let (server, flow) = try await WebFlow.started()
    let browser = WebFlow.browser()
    let callback = try await flow.weiboAnswer(for: .alice, in: browser)
    #expect(try await browser.get(callback).status == 302)
    #expect(try await browser.get(callback).status == 400)
    let late = try await flow.weiboAnswer(for: .alice, in: browser)
    server.clock.advance(by: .seconds(600))
    let page = try await browser.get(late)
    #expect(page.status == 400 && page.location == nil)
  }

  @Test("gives one ticket for any number of deliveries of one response")
  func parallelDeliveries() async throws {
    let server = try await IDaaSTestServer.start()
    let jar = CookieJar()
    let callback = try await WebFlow(server: server).weiboAnswer(
      for: .alice, in: WebFlow.browser(cookies: jar))
    let cookie = try #require(jar.header(host: "127.0.0.1"))
    let statuses = try await concurrently(20) { _ in
      try await WebFlow.browser().get(callback, fields: [.cookie: cookie]).status
    }
    #expect(statuses.count { $0 == 302 } == 1 && statuses.count { $0 == 400 } == 19)
  }

  @Test("keeps two tabs of one browser apart")
  func twoTabs() async throws {
    let server = try await IDaaSTestServer.start()
    let browser = WebFlow.browser()
    var first = WebFlow(server: server)
    first.state = "first"
    var second = WebFlow(server: server)
    second.state = "second"
    let one = try await first.weiboAnswer(for: .alice, in: browser)
    let two = try await second.weiboAnswer(for: .bob, in: browser)
    for (callback, state) in [(two, "second"), (one, "first")] {
      let location = try #require(try await browser.get(callback).location)
      #expect(try WebFlow.query(of: location)["state"] == state)
    }
  }

  @Test("keeps eight sign-ins per browser, not more")
  func manyTabs() async throws {
    let server = try await IDaaSTestServer.start()
    let jar = CookieJar()
    let browser = WebFlow.browser(cookies: jar)
    for _ in 0..<12 { _ = try await browser.get(WebFlow(server: server).start) }
    let cookies = try #require(jar.header(host: "127.0.0.1"))
    #expect(cookies.split(separator: ";").count == 8)
  }

  // attack: I-43
  @Test("accepts no response for a sign-in of another network")
  func mixUp() async throws {
    let server = try await IDaaSTestServer.start()
    let browser = WebFlow.browser()
    let callback = try await WebFlow(server: server).weiboAnswer(for: .alice, in: browser)
    let query = try WebFlow.query(of: callback)
    let state = Secret(try #require(query["state"]))
    // The same sign-in, stored as one of another network.
    let digest = TokenDigest(of: state)
    let record = try #require(try await server.store.take(.upstream, digest, at: server.clock.now))
    var content = record.content
    content["provider"] = "wechat"
    try await server.store.keep(
      OneTimeRecord(kind: .upstream, digest: digest, content: content, expiresAt: record.expiresAt))
    let page = try await browser.get(callback)
    #expect(page.status == 400 && page.location == nil)
    #expect(server.weibo.received("/oauth2/access_token").isEmpty)
    for path in ["/api/v1/login/wechat", "/api/v1/login/weibo/", "/api/v1/login/WEIBO"] {
      let elsewhere = callback.replacing("/api/v1/login/weibo", with: path)
      #expect(try await browser.get(elsewhere).status == 404)
    }
  }

  // attack: I-42
  @Test(
    "shows nothing of a response, and forwards no text of a third party",
    arguments: [
      "error=access_denied&error_description=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
      "error=%3Cimg%20src%3Dx%3E&error_code=%22%3E%3Cscript%3E",
      "error=server_error&error_code=21331&error_uri=javascript%3Aalert(1)",
    ])
  func reflected(error: String) async throws {
    let server = try await IDaaSTestServer.start()
    let callback = server.origin + "/api/v1/login/weibo"
    let unknown = try await WebFlow.browser().get("\(callback)?state=%3Cscript%3E&\(error)")
    #expect(unknown.status == 400)
    for text in ["<script", "alert(1)", "<img", "javascript"] {
      #expect(!unknown.text.contains(text))
    }
    let policy = try #require(unknown.head.headerFields[.contentSecurityPolicy])
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    let browser = WebFlow.browser()
    let flow = WebFlow(server: server)
    let good = try WebFlow.query(of: try await flow.weiboAnswer(for: .alice, in: browser))
    let known = try await browser.get("\(callback)?state=\(try #require(good["state"]))&\(error)")
    let answer = try WebFlow.query(of: try #require(known.location))
    #expect(answer["error_description"] == nil && answer["error_uri"] == nil)
    let words = ["access_denied", "server_error", "temporarily_unavailable"]
    #expect(words.contains(answer["error"] ?? ""))
    #expect(answer["error_code"].map { Int($0) != nil } ?? true)
  }

  @Test("tells the app that Weibo is unavailable, or that its registration is wrong")
  func upstreamFaults() async throws {
    let (server, flow) = try await WebFlow.started()
    server.weibo.answer(
      "/oauth2/access_token", with: .standIn(.badGateway, text: "<html>down</html>"))
    #expect(try await flow.run()["error"] == "temporarily_unavailable")
    server.weibo.answer(
      "/oauth2/access_token",
      with: .standIn(.badRequest, json: ["error": "invalid_client", "error_code": 21324]))
    let misconfigured = try await flow.run()
    #expect(misconfigured["error"] == "server_error")
    #expect(misconfigured["error_code"] == "IDAAS.SDK.COMMON.1009")
    // The token belongs to another app: what a code injected at Weibo would bring.
    server.weibo.answer(
      "/oauth2/get_token_info",
      with: .standIn(json: ["uid": "1404376560", "appkey": "99999", "expire_in": 60]))
    let foreign = try await flow.run()
    #expect(foreign["error_code"] == "IDAAS.SDK.LOGIN.1001" && foreign["ticket"] == nil)
    // The token and the token information name two users.
    server.weibo.answer(
      "/oauth2/get_token_info",
      with: .standIn(json: ["uid": "1", "appkey": "20454", "expire_in": 60]))
    #expect(try await flow.run()["error_code"] == "IDAAS.SDK.LOGIN.1001")
  }

  @Test("tells the app when Weibo is off")
  func noSource() async throws {
    let server = try await IDaaSTestServer.start(application: { $0.weibo = nil })
    let page = try await WebFlow.browser().get(WebFlow(server: server).start)
    let answer = try WebFlow.query(of: try #require(page.location))
    #expect(answer["error"] == "server_error")
    #expect(answer["error_code"] == "IDAAS.SDK.COMMON.1009")
  }

  @Test("is limited for one address")
  func tooMany() async throws {
    let server = try await IDaaSTestServer.start()
    let browser = WebFlow.browser()
    for _ in 0..<300 { _ = try await browser.get(server.origin + "/api/v1/login/weibo/start") }
    let page = try await browser.get(WebFlow(server: server).start)
    #expect(page.status == 429 && page.head.headerFields[.retryAfter] == "600")
    server.clock.advance(by: .seconds(600))
    #expect(try await browser.get(WebFlow(server: server).start).status == 302)
  }

  @Test("answers in the user's language")
  func languages() async throws {
    let server = try await IDaaSTestServer.start()
    for (language, tag, title) in [
      ("zh-CN,zh;q=0.9", "zh-CN", "请重新登录"), ("zh-TW", "zh-TW", "請重新登入"),
      ("zh-HK", "zh-TW", "請重新登入"), ("de", "en", "Please start again"),
    ] {
      let page = try await WebFlow.browser().get(
        server.origin + "/api/v1/login/weibo", fields: [.acceptLanguage: language])
      #expect(page.text.contains("lang=\"\(tag)\"") && page.text.contains(title))
    }
  }
}
