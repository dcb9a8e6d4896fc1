// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the sign-in page", .world)
struct SignInPageTests {
  @Test("a wrong password and an unknown user get the same page and the same status")
  func noEnumeration() async throws {
    var pages: [String] = []
    for user in [
      TestUser(id: "", username: "alice", password: Secret("wrong")),
      TestUser(id: "", username: "carol", password: Secret("wrong")),
    ] {
      let browser = world.browser()
      let login = try await world.loginPage(browser)
      let answer = try await world.signIn(browser, at: login, as: user)
      #expect(answer.status == 400)
      let csrf = try world.csrf(login)
      let id = try #require(login.url.split(separator: "=").last)
      pages.append(
        answer.text.replacingOccurrences(of: csrf, with: "CSRF")
          .replacingOccurrences(of: id, with: "ID")
          .replacingOccurrences(of: user.username, with: "NAME"))
    }
    #expect(pages[0] == pages[1])
  }

  @Test("after ten wrong passwords also the right one is refused for a time")
  func throttling() async throws {
    let wrong = TestUser(id: "", username: "alice", password: Secret("wrong"))
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    for _ in 0..<10 {
      #expect(try await world.signIn(browser, at: login, as: wrong).status == 400)
    }
    let exhausted = try await world.signIn(browser, at: login)
    #expect(exhausted.status == 429)
    #expect(exhausted.head.headerFields[.retryAfter] == "900")
    #expect(world.log.has("login_throttled"))
    #expect(try await world.signIn(browser, at: world.loginPage(browser), as: .bob).status == 303)
    world.server.clock.advance(by: .seconds(900))
    #expect(try await world.signIn(browser, at: login).status == 303)
  }

  @Test("two tabs of one browser sign in side by side")
  func twoTabs() async throws {
    let browser = world.browser()
    let one = try await world.loginPage(browser, Ask(.web).with("state", "one"))
    let two = try await world.loginPage(browser, Ask(.trusted).with("state", "two"))
    let second = try await world.signIn(browser, at: two)
    #expect(second.location?.contains("state=two") == true)
    let consent = try await world.consentPage(browser, at: one)
    #expect(consent.text.contains("Allow Test Web?"))
  }

  @Test("a consent page is invalid after another user signs in")
  func consentForAnother() async throws {
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    let consent = try await world.consentPage(browser, at: login)
    let csrf = try world.csrf(consent)
    // Bob signs in in another tab before the decision about Alice's data is sent.
    _ = try await world.callback(Ask(.web).with("prompt", "login"), by: .bob, jar: browser.cookies)
    let answer = try await browser.post(
      try world.action(consent), ["action": "allow", "csrf": csrf])
    #expect(answer.status == 403)
  }
}
