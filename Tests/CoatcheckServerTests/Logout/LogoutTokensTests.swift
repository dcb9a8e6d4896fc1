// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("what ends with a login session", .leaving)
struct LogoutTokensTests {
  @Test("tokens end with the session, unless the user approved offline_access")
  func families() async throws {
    let jar = CookieJar()
    let signedIn = try await world.enter(jar: jar)
    let away = try await world.enter(Ask(.leavingApp, scope: "openid offline_access"), jar: jar)
    let elsewhere = try await world.enter()
    try await signedIn.signOut()
    #expect(try await world.refresh(signedIn.tokens.refresh, as: .web).error == "invalid_grant")
    #expect(try await world.userInfo(signedIn.tokens.access).status == 401)
    #expect(try await world.refresh(away.tokens.refresh).status == 200)
    #expect(try await world.userInfo(away.tokens.access).status == 200)
    #expect(try await world.refresh(elsewhere.tokens.refresh, as: .web).status == 200)
  }

  @Test("a code that was not redeemed yet ends with the session")
  func codes() async throws {
    let signedIn = try await world.enter()
    let ask = Ask(.leavingApp)
    let code = try await world.code(ask, jar: signedIn.jar)
    try await signedIn.signOut()
    #expect(try await world.exchange(code, ask).error == "invalid_grant")
  }

  @Test("the session keeps its sid when the same user signs in again; another user gets a new one")
  func names() async throws {
    let jar = CookieJar()
    func sid(_ signedIn: SignedIn) async throws -> String {
      try #require(try await world.claims(signedIn.hint())["sid"]?.stringValue)
    }
    let first = try await sid(world.enter(jar: jar))
    let again = Ask(.leaving).with("prompt", "login")
    #expect(try await sid(world.enter(again, jar: jar)) == first)
    #expect(try await sid(world.enter(again, by: .bob, jar: jar)) != first)
    #expect(try await sid(world.enter()) != first)
    // A refreshed ID token has the same sid.
    let signedIn = try await world.enter(again, jar: jar)
    let reply = try await world.renewed(signedIn.tokens.refresh, as: .web)
    let refreshed = SignedIn(world: world, jar: jar, tokens: reply)
    #expect(try await sid(refreshed) == sid(signedIn))
  }

  @Test("the tokens of a device stay valid after a logout of the browser that approved it")
  func device() async throws {
    try await world.add(.leaving, .device)
    let signedIn = try await world.enter()
    let asked = try await world.wire.post(
      "/device_authorization", form: "client_id=tv&scope=openid")
    let browser = world.browser(signedIn.jar)
    let page = try await browser.get(
      try #require(asked.json["verification_uri_complete"]?.stringValue))
    let typed = try await world.submit(
      browser, page, ["user_code": try #require(asked.json["user_code"]?.stringValue)])
    let confirm = try await browser.get(try #require(typed.location))
    #expect(try await world.submit(browser, confirm, ["action": "allow"]).status == 200)
    try await signedIn.signOut()
    let tokens = try Tokens(
      await world.token([
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "tv",
        "device_code": try #require(asked.json["device_code"]?.stringValue),
      ]))
    #expect(try await world.userInfo(tokens.access).status == 200)
  }

  @Test("the clients of a session are known after a restart")
  func restart() async throws {
    let signedIn = try await world.enter()
    let restarted = try await world.restarted()
    let page = try await SignedIn(world: restarted, jar: signedIn.jar, tokens: signedIn.tokens)
      .signOut()
    #expect(page.status == 200)
    #expect(try await restarted.refresh(signedIn.tokens.refresh, as: .web).error == "invalid_grant")
    await restarted.server.stop()
  }

  @Test("20 logouts concurrent with token requests leave no valid token")
  func crowd() async throws {
    for _ in 0..<3 {
      let signedIn = try await world.enter()
      let ask = Ask(.leavingApp)
      let code = try await world.code(ask, jar: signedIn.jar)
      let cookie = "coatcheck_session=\(try #require(signedIn.cookie))"
      let target = "/logout?id_token_hint=\(try signedIn.hint())"
      let before = world.log.all.filter { $0.hasPrefix("signed_out ") }.count
      async let exchanged = world.exchange(code, ask)
      async let refreshed = world.refresh(signedIn.tokens.refresh, as: .web)
      async let asked = world.answer(ask.with("prompt", "none"), [("Cookie", cookie)])
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask { try await world.wire.send("GET", target, [("Cookie", cookie)]).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(world.log.all.filter { $0.hasPrefix("signed_out ") }.count == before + 1)
      let late = try await asked.redirected("code")
      // Tokens that were issued meanwhile are not valid any more.
      for reply in try await [exchanged, refreshed] {
        #expect(reply.status == 200 || reply.error == "invalid_grant")
        guard reply.status == 200 else { continue }
        let tokens = try Tokens(reply)
        #expect(try await world.userInfo(tokens.access).status == 401)
      }
      if let late { #expect(try await world.exchange(late, ask).error == "invalid_grant") }
      #expect(try await world.refresh(signedIn.tokens.refresh, as: .web).error == "invalid_grant")
      #expect(try await !signedIn.isSignedIn())
    }
  }
}
