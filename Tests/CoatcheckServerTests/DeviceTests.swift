// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("device authorization")
struct DeviceTests {
  static let tv = TestClient.device

  /// Requests codes.
  private func begin(
    _ world: World, _ client: TestClient = DeviceTests.tv, scope: String? = "openid profile"
  ) async throws -> WireReply {
    var form: Query = ["client_id": client.registration.id]
    form["scope"] = scope
    return try await world.wire.post("/device_authorization", form: form.encoded)
  }

  /// Polls for the tokens.
  private func poll(
    _ world: World, _ codes: WireReply, as client: String = "tv"
  ) async throws -> WireReply {
    try await world.token([
      "grant_type": DeviceTokenExchange.grantType, "client_id": client,
      "device_code": codes.json["device_code"]?.stringValue ?? "",
    ])
  }

  private func userCode(_ codes: WireReply) throws -> String {
    try #require(codes.json["user_code"]?.stringValue)
  }

  /// Enters a code, and returns the next page.
  private func type(
    _ code: String, _ world: World, _ browser: TestBrowser
  ) async throws -> TestBrowser.Page {
    let page = try await browser.get(world.server.issuer + "/device")
    return try await browser.post(
      try world.action(page), ["csrf": try world.csrf(page), "user_code": code])
  }

  /// Enters a code, signs in, and returns the consent page.
  private func confirmation(
    _ code: String, _ world: World, _ browser: TestBrowser, as user: TestUser = .alice
  ) async throws -> TestBrowser.Page {
    let typed = try await type(code, world, browser)
    var next = try await browser.get(try #require(typed.location))
    if next.url.contains("/login") {
      next = try await browser.get(
        try #require(try await world.signIn(browser, at: next, as: user).location))
    }
    return next
  }

  private func answer(
    _ action: String, at page: TestBrowser.Page, _ world: World, _ browser: TestBrowser
  ) async throws -> TestBrowser.Page {
    try await browser.post(
      try world.action(page), ["csrf": try world.csrf(page), "action": action])
  }

  // attack: V-02
  @Test("no authorization request leads to the pages of a device, whatever it names")
  func requestForDevice() async throws {
    let world = try await World.start(clients: [Self.tv, .publicApp])
    let waiting = try await userCode(begin(world))
    for code in [waiting, "BCDF-GHJK"] {
      let browser = world.browser()
      let ask = Ask().with("prompt", "login").with("purpose", "device").with("user_code", code)
      let login = try await world.loginPage(browser, ask)
      // Both requests get the sign-in page of the client.
      #expect(login.status == 200 && login.text.contains(TestClient.publicApp.registration.name))
      let next = try await world.signIn(browser, at: login)
      #expect(next.location?.contains("/consent") == true)
      let confirm = login.url.replacing("/login", with: "/device/confirm")
      #expect(try await browser.get(confirm).status == 400)
    }
  }

  // attack: D-03
  @Test("a device polls and gets tokens once; denied and expired requests get errors")
  func whole() async throws {
    let world = try await World.start(clients: [Self.tv])
    let clock = world.server.clock
    let codes = try await begin(world)
    #expect(codes.status == 200 && codes["cache-control"] == ["no-store"])
    #expect(codes.json["expires_in"]?.intValue == 600)
    #expect(codes.json["interval"]?.intValue == 5)
    #expect(codes.json["verification_uri"]?.stringValue == world.server.issuer + "/device")
    #expect(try await poll(world, codes).error == "authorization_pending")
    let browser = world.browser()
    let page = try await confirmation(userCode(codes), world, browser)
    let done = try await answer("allow", at: page, world, browser)
    #expect(done.status == 200 && done.text.contains("You are connected"))
    let tokens = try Tokens(await poll(world, codes))
    #expect(tokens.json["scope"]?.stringValue == "openid profile")
    #expect(try await world.userInfo(tokens.access).json["sub"]?.stringValue == TestUser.alice.id)
    let idToken = try verified(try #require(tokens.id), by: await world.wire.send("GET", "/jwks"))
    #expect(idToken.claims["aud"]?.stringValue == "tv" && idToken.claims["nonce"] == nil)
    #expect(try await world.refresh(tokens.refresh, as: Self.tv).status == 200)
    let again = try await poll(world, codes)
    #expect(again.status == 400 && again.error == "invalid_grant")

    let denied = try await begin(world)
    let second = try await confirmation(userCode(denied), world, browser)
    #expect(try await answer("deny", at: second, world, browser).status == 200)
    let refusal = try await poll(world, denied)
    #expect(refusal.status == 400 && refusal.error == "access_denied")

    let late = try await begin(world)
    clock.advance(by: .seconds(600))
    let expired = try await poll(world, late)
    #expect(expired.status == 400 && expired.error == "expired_token")
    #expect(try await type(userCode(late), world, browser).status == 400)
    for code in ["unknown", "cc_dc_x"] {
      let reply = try await world.token([
        "grant_type": DeviceTokenExchange.grantType, "client_id": "tv", "device_code": code,
      ])
      #expect(reply.error == "invalid_grant")
    }
  }

  // attack: D-01
  @Test(
    "ten wrong codes block further codes from the same address; codes are long and short-lived")
  func guessing() async throws {
    #expect(pow(20.0, 8.0) >= pow(2.0, 34.0))
    let world = try await World.start(clients: [Self.tv])
    let codes = try await begin(world)
    for _ in 0..<10 {
      #expect(try await type("BBBB-BBBB", world, world.browser()).status == 400)
    }
    for code in ["BBBB-BBBC", try userCode(codes)] {
      let page = try await type(code, world, world.browser())
      #expect(page.status == 429)
      #expect(page.head.headerFields[.retryAfter] == "900")
    }
    #expect(world.log.has("user_code_throttled"))
    world.server.clock.advance(by: .seconds(900))
    let fresh = try await begin(world)
    #expect(try await type(userCode(fresh), world, world.browser()).status == 303)
  }

  // attack: D-02
  @Test("a device that polls too often has to wait longer each time")
  func slowDown() async throws {
    let world = try await World.start(clients: [Self.tv])
    let codes = try await begin(world)
    #expect(try await poll(world, codes).error == "authorization_pending")
    for seconds in [10, 15] {
      let reply = try await poll(world, codes)
      #expect(reply.status == 400 && reply.error == "slow_down")
      #expect(reply.json["error_description"]?.stringValue?.contains(" \(seconds) ") == true)
    }
    world.server.clock.advance(by: .seconds(14))
    #expect(try await poll(world, codes).error == "slow_down")
    world.server.clock.advance(by: .seconds(20))
    #expect(try await poll(world, codes).error == "authorization_pending")
  }

  // attack: D-04
  @Test("of fifty parallel polls after the approval one gets the tokens")
  func race() async throws {
    let world = try await World.start(clients: [Self.tv])
    let codes = try await begin(world)
    let browser = world.browser()
    let page = try await confirmation(userCode(codes), world, browser)
    _ = try await answer("allow", at: page, world, browser)
    let replies = try await concurrently(50) { _ in try await poll(world, codes) }
    #expect(replies.count { $0.status == 200 } == 1)
    #expect(replies.count { $0.status == 400 && $0.error == "invalid_grant" } == 49)
  }

  // attack: D-06
  @Test("an address with the code only fills the field, and the user still has to approve")
  func complete() async throws {
    let world = try await World.start(clients: World.allClients + [Self.tv])
    let jar = CookieJar()
    _ = try await world.callback(Ask(.web), jar: jar)
    let browser = world.browser(jar)
    let codes = try await begin(world)
    let address = try #require(codes.json["verification_uri_complete"]?.stringValue)
    let first = try await browser.get(address)
    #expect(first.status == 200)
    #expect(try first.text.contains(userCode(codes)))
    let next = try await browser.post(
      try world.action(first),
      ["csrf": try world.csrf(first), "user_code": try userCode(codes)])
    #expect(next.location?.contains("/device/confirm") == true)
    let page = try await browser.get(try #require(next.location))
    #expect(page.text.contains("Living Room TV"))
    #expect(try page.text.contains(userCode(codes)))
    #expect(page.text.contains("See your name and profile"))
    #expect(try await poll(world, codes).error == "authorization_pending")
    for csrf in ["", "wrong", try world.csrf(first)] {
      let forged = try await browser.post(
        world.action(page), ["csrf": csrf, "action": "allow"])
      #expect(forged.status == 403)
    }
    let get = try await browser.get(try world.action(page) + "&action=allow")
    #expect(get.status == 405)
    world.server.clock.advance(by: .seconds(5))
    #expect(try await poll(world, codes).error == "authorization_pending")
  }

  // attack: D-07
  @Test("another user's session cannot answer a page that was shown to the first")
  func anotherSession() async throws {
    let world = try await World.start(clients: World.allClients + [Self.tv])
    let codes = try await begin(world)
    let browser = world.browser()
    let page = try await confirmation(userCode(codes), world, browser)
    let other = world.browser()
    _ = try await world.callback(Ask(.web), by: .bob, jar: other.cookies)
    let foreign = try await answer("allow", at: page, world, other)
    #expect((400...403).contains(foreign.status))
    // The same browser, where Bob signed in meanwhile.
    _ = try await world.callback(Ask(.web).with("prompt", "login"), by: .bob, jar: browser.cookies)
    #expect(try await answer("allow", at: page, world, browser).status == 403)
    #expect(try await poll(world, codes).error == "authorization_pending")
  }

  // attack: D-08
  @Test("a decision needs a sign-in, can be repeated, and cannot be changed")
  func answers() async throws {
    let world = try await World.start(clients: [Self.tv])
    let codes = try await begin(world)
    let browser = world.browser()
    let typed = try await type(userCode(codes), world, browser)
    #expect(typed.location?.contains("/login") == true)
    let id = try #require(typed.location?.split(separator: "=").last)
    let early = try await browser.post(
      world.server.issuer + "/device/decision?i=\(id)", ["action": "allow", "csrf": "x"])
    #expect(early.status == 303 && early.location?.contains("/login") == true)
    let page = try await confirmation(userCode(codes), world, browser)
    for _ in 1...2 {
      #expect(try await answer("allow", at: page, world, browser).status == 200)
    }
    #expect(try await answer("deny", at: page, world, browser).status == 409)
    #expect(try await poll(world, codes).status == 200)

    let denied = try await begin(world)
    let second = try await confirmation(userCode(denied), world, browser)
    #expect(try await answer("deny", at: second, world, browser).status == 200)
    #expect(try await answer("allow", at: second, world, browser).status == 409)
    #expect(try await poll(world, denied).error == "access_denied")
  }

  // attack: D-09
  @Test("a code is accepted in any spelling, and has no similar letters")
  func typing() async throws {
    let world = try await World.start(clients: [Self.tv])
    for spell: (String) -> String in [
      { $0.lowercased() }, { $0.replacing("-", with: " ") }, { $0.replacing("-", with: "") },
      { " " + $0 + " " },
    ] {
      let code = try userCode(await begin(world))
      #expect(try await type(spell(code), world, world.browser()).status == 303)
      #expect(code.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
    }
  }

  // attack: D-11
  @Test("a client that is not registered for devices gets neither codes nor tokens")
  func unregistered() async throws {
    let world = try await World.start(clients: World.allClients + [Self.tv])
    let refused = try await begin(world, .publicApp)
    #expect(refused.status == 400 && refused.error == "unauthorized_client")
    let codes = try await begin(world)
    let foreign = try await poll(world, codes, as: "app")
    #expect(foreign.status == 400 && foreign.error == "unauthorized_client")
    #expect(try await begin(world, scope: "admin").error == "invalid_scope")
    let all = try await begin(world, scope: nil)
    #expect(all.status == 200)
  }

  // attack: D-12
  @Test("one address can send a hundred requests in fifteen minutes; expired records are removed")
  func flood() async throws {
    let world = try await World.start(clients: [Self.tv])
    var statuses: [Int] = []
    for _ in 0..<6 {
      statuses += try await concurrently(20) { _ in try await begin(world).status }
    }
    #expect(statuses.count { $0 == 200 } == 100)
    #expect(statuses.count { $0 == 429 } == 20)
    let store = world.server.store
    let now = world.server.clock.now
    for hours in [0.0, 12, 24] {
      _ = try await store.sweep(limit: 1_000, at: now.addingTimeInterval(hours * 3_600))
    }
    guard
      case .removed(let count) = try await store.sweep(
        limit: 1_000, at: now.addingTimeInterval(86_400 + 600))
    else { throw WorldError.noCode }
    #expect(count >= 100)
  }

  @Test("the device page has the security header fields of all pages")
  func page() async throws {
    let world = try await World.start(clients: [Self.tv])
    let reply = try await world.wire.send("GET", "/device?user_code=%3Cscript%3E")
    #expect(reply.status == 200 && !reply.body.contains("<script>"))
    #expect(reply["content-security-policy"].first?.contains("frame-ancestors 'none'") == true)
    #expect(reply["x-frame-options"] == ["DENY"] && reply["cache-control"] == ["no-store"])
    let document = try await world.wire.send("GET", "/.well-known/openid-configuration").json
    #expect(
      document["device_authorization_endpoint"]?.stringValue
        == world.server.issuer + "/device_authorization")
  }
}
