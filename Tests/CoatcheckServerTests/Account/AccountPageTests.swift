// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the account page", .world)
struct AccountPageTests {
  static let password = TestUser.alice.password.reveal()
  static let new = "a much longer phrase"

  private func changed(_ user: TestUser = .alice, to password: String) -> TestUser {
    TestUser(id: user.id, username: user.username, password: Secret(password))
  }

  /// Whether the login cookie of a jar still opens the page.
  private func opens(_ jar: CookieJar) async throws -> Bool {
    try await world.browser(jar).get(world.accountURL).status == 200
  }

  @Test("a user who is not signed in gets the sign-in page, and then the account page")
  func signIn() async throws {
    let browser = world.browser()
    let first = try await browser.get(world.accountURL + "?ui_locales=ja")
    let login = try await browser.get(try #require(first.location))
    #expect(login.text.contains("アカウントを管理するには"))
    let page = try await browser.get(
      try #require(try await world.signIn(browser, at: login).location))
    #expect(page.status == 200 && page.text.contains("<html lang=\"ja\">"))
    #expect(page.text.contains("<strong>alice</strong>"))
    #expect(!page.text.contains("<script") && page.head.headerFields[.cacheControl] == "no-store")
    #expect(
      page.head.headerFields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
    // The interaction has ended: its cookie was removed.
    #expect(!browser.cookies.names(host: "127.0.0.1").contains { $0.contains("_i_") })
    let other = world.browser()
    let left = try await other.get(
      try #require(try await other.get(world.accountURL).location))
    let cancelled = try await world.submit(other, left, ["action": "cancel"])
    #expect(cancelled.isFinal(200) && cancelled.text.contains("You did not sign in"))
  }

  // attack: V-09
  @Test("a new password ends the sessions of all other browsers and the tokens of all apps")
  func changePassword() async throws {
    let other = try await world.enter(Ask(.publicApp, scope: "openid profile offline_access"))
    let bobs = try await world.enter(by: .bob)
    let browser = world.browser()
    let here = try await world.signIn(
      Ask(.publicApp), jar: browser.cookies)
    let page = try await world.account(browser)
    let done = try await world.changePassword(Self.password, to: Self.new, on: page, browser)
    #expect(done.status == 200 && done.text.contains("Your password is changed."))
    #expect(try await opens(browser.cookies))
    #expect(try await !opens(other.jar))
    for token in [other.tokens.refresh, here.refresh] {
      #expect(try await world.refresh(token).isRefused("invalid_grant"))
    }
    // The sessions and tokens of another user continue.
    #expect(try await opens(bobs.jar))
    #expect(try await world.refresh(bobs.tokens.refresh, as: .leaving).status == 200)
    let fresh = world.browser()
    let login = try await world.loginPage(fresh)
    #expect(try await world.signIn(fresh, at: login).status == 400)
    #expect(
      try await world.signIn(fresh, at: login, as: changed(to: Self.new)).status == 303)
    #expect(world.log.has("password_changed"))
  }

  @Test(
    "an invalid new password is refused, and nothing is changed",
    arguments: [
      ("the current one is wrong", "wrong", new, new, "The current password is wrong."),
      ("the two differ", password, new, new + "r", "The two new passwords differ."),
      ("too short", password, "seven77", "seven77", "at least 8 characters"),
      ("the same", password, password, password, "The new password is the current one."),
      (
        "too long", password, String(repeating: "x", count: 1025),
        String(repeating: "x", count: 1025), "too long"
      ),
    ])
  func refused(
    _ name: String, current: String, new: String, repeated: String, alert: String
  ) async throws {
    let other = try await world.enter()
    let browser = world.browser()
    let page = try await world.account(browser)
    let answer = try await world.changePassword(
      current, to: new, repeated: repeated, on: page, browser)
    #expect(answer.isFinal(400) && answer.text.contains(alert))
    #expect(answer.text.contains("Nothing was changed."))
    #expect(!answer.text.contains(new))
    #expect(try await opens(other.jar))
    let fresh = world.browser()
    #expect(try await world.signIn(fresh, at: world.loginPage(fresh)).status == 303)
  }

  @Test("wrong current passwords are counted with those of the sign-in page")
  func counted() async throws {
    let browser = world.browser()
    let page = try await world.account(browser)
    for _ in 0..<10 {
      #expect(
        try await world.changePassword("wrong", to: Self.new, on: page, browser).status == 400)
    }
    let exhausted = try await world.changePassword(
      Self.password, to: Self.new, on: page, browser)
    #expect(exhausted.status == 429 && exhausted.head.headerFields[.retryAfter] == "900")
    let other = world.browser()
    #expect(try await world.signIn(other, at: world.loginPage(other)).status == 429)
  }

  @Test("sessions of other browsers are listed, and can be ended one by one or together")
  func sessions() async throws {
    let others = [try await world.enter(), try await world.enter(), try await world.enter()]
    let browser = world.browser()
    let page = try await world.account(browser)
    #expect(page.forms.count { $0.submits.contains { $0.value == "end-session" } } == 3)
    let sid = try #require(try await world.claims(others[0].hint())["sid"]?.stringValue)
    let ended = try await world.press(
      "end-session", where: ("session", sid), on: page, browser)
    #expect(ended.status == 200 && ended.text.contains("The session has ended."))
    #expect(try await !opens(others[0].jar))
    #expect(try await world.refresh(others[0].tokens.refresh, as: .leaving).status == 400)
    #expect(try await opens(others[1].jar))
    // The form of the earlier page is sent once more.
    let again = try await world.press("end-session", where: ("session", sid), on: page, browser)
    #expect(again.text.contains("This session had ended already."))
    let all = try await world.press("end-others", on: ended, browser)
    #expect(all.text.contains("You are signed in nowhere else."))
    for other in others { #expect(try await !opens(other.jar)) }
    #expect(try await opens(browser.cookies))
  }

  @Test("a session of another user cannot be ended by its sid")
  func foreign() async throws {
    let mine = try await world.enter()
    let bob = try await world.enter(by: .bob)
    let browser = world.browser()
    let page = try await world.account(browser)
    let sid = try #require(try await world.claims(bob.hint())["sid"]?.stringValue)
    let answer = try await world.press(
      "end-session", on: page, browser, filling: ["session": sid])
    #expect(answer.text.contains("This session had ended already."))
    #expect(try await opens(bob.jar))
    #expect(try await opens(mine.jar))
  }

  @Test("clients are listed with their scopes, and their access can be removed")
  func apps() async throws {
    let app = try await world.enter(Ask(.web, scope: "openid email"))
    let other = try await world.enter(Ask(.publicApp, scope: "openid profile"))
    let browser = world.browser()
    let page = try await world.account(browser)
    #expect(page.text.contains("Test Web") && page.text.contains("See your e-mail address"))
    let removed = try await world.press(
      "remove", where: ("client", "web"), on: page, browser)
    #expect(removed.text.contains("Test Web has no access any more."))
    #expect(!removed.text.contains("See your e-mail address"))
    #expect(try await world.refresh(app.tokens.refresh, as: .web).status == 400)
    #expect(try await world.refresh(other.tokens.refresh).status == 200)
    // The client needs consent again.
    let silent = try await world.callback(
      Ask(.web, scope: "openid email").with("prompt", "none"), jar: app.jar)
    #expect(silent["error"] == "consent_required")
    let again = try await world.press("remove", where: ("client", "web"), on: page, browser)
    #expect(again.text.contains("This app had no access any more."))
  }

  @Test("before a change the user signs in again if the sign-in is over ten minutes old")
  func recent() async throws {
    let other = try await world.enter()
    _ = try await world.enter()
    let browser = world.browser()
    let page = try await world.account(browser)
    world.server.clock.advance(by: .seconds(601))
    let asked = try await world.press("end-others", on: page, browser)
    let login = try await browser.get(try #require(asked.location))
    #expect(login.text.contains("Please sign in again to make changes"))
    #expect(try await opens(other.jar))
    let back = try await browser.get(
      try #require(try await world.signIn(browser, at: login).location))
    let done = try await world.press("end-others", on: back, browser)
    #expect(done.text.contains("All other sessions have ended."))
    #expect(try await !opens(other.jar))
  }

  @Test("a form without the token of this session changes nothing")
  func forged() async throws {
    let other = try await world.enter()
    let alice = world.browser()
    let bob = world.browser()
    let page = try await world.account(alice)
    let theirs = try world.csrf(try await world.account(bob, as: .bob))
    for token in ["", "x", theirs, String(try world.csrf(page).dropLast())] {
      let answer = try await alice.post(
        world.accountURL, ["csrf": token, "action": "end-others"])
      #expect(answer.isFinal(403))
    }
    #expect(try await alice.get(world.accountURL + "?action=end-others").status == 200)
    #expect(try await opens(other.jar))
  }

  @Test("only the user's own linked identities are listed, with network and name")
  func links() async throws {
    let hash = try await PasswordHasher(cost: .testing) { RuntimeEnvironment.live.random($0) }
      .hash(Password(Self.password))
    let now = world.server.clock.now
    let store = try #require(world.server.store as? any SocialStore)
    for (name, nickname) in [("zhang", "张三"), ("eve", "<script>alert(1)</script>"), ("li", nil)] {
      _ = try await store.adopt(
        SocialLink(
          id: "link-\(name)",
          identity: SocialIdentity(provider: "weibo", app: "20454", subject: "1404-\(name)"),
          userID: "u-\(name)", nickname: nickname, createdAt: now, lastUsedAt: now),
        as: User(id: "u-\(name)", name: UserName(name), passwordHash: hash))
    }
    for (name, shown) in [
      ("zhang", "张三"), ("eve", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("li", "1404-li"),
    ] {
      let user = TestUser(id: "", username: name, password: Secret(Self.password))
      let page = try await world.account(world.browser(), as: user)
      #expect(page.text.contains("Linked accounts") && page.text.contains("\(shown)</strong>"))
      #expect(page.text.components(separatedBy: "Weibo, as <strong>").count == 2, "\(name)")
    }
    #expect(try await !world.account(world.browser()).text.contains("Linked accounts"))
  }

  @Test("names of apps are escaped")
  func escaped() async throws {
    let evil = "<script>alert(1)</script>"
    let client = TestClient.web.with { $0.name = evil }
    try await world.add(client)
    _ = try await world.enter(Ask(client, scope: "openid"))
    let page = try await world.account(world.browser())
    #expect(page.text.contains("&lt;script&gt;alert(1)") && !page.text.contains("<script>"))
  }
}
