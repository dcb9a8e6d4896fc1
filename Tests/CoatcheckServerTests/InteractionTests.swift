// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the sign-in and consent pages", .world)
struct InteractionTests {
  // attack: A-28
  @Test("a consent form without the CSRF token of its page is refused")
  func consentForgery() async throws {
    let browser = world.browser()
    let consent = try await world.consentPage(browser)
    let target = try world.action(consent)

    // The token of another user's consent page, in another browser.
    let outsider = world.browser()
    let theirs = try await world.consentPage(outsider, at: world.loginPage(outsider), as: .bob)
    let foreign = try world.csrf(theirs)

    for form: Query in [
      ["action": "allow"], ["action": "allow", "csrf": "wrong"],
      ["action": "allow", "csrf": foreign],
    ] {
      let answer = try await browser.post(target, form)
      #expect(answer.isFinal(403))
    }
    #expect(try await world.server.store.consent(user: TestUser.alice.id, client: "app").isEmpty)
  }

  // attack: A-29
  @Test("an interaction in another browser, used twice or expired must start again")
  func staleInteractions() async throws {
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    let consent = try await world.consentPage(browser, at: login)
    let target = try world.action(consent)
    let csrf = try world.csrf(consent)
    let allow: Query = ["action": "allow", "csrf": csrf]

    let outsider = world.browser()
    for (url, status) in [(login.url, 400), (consent.url, 403)] {
      let answer = try await outsider.get(url)
      #expect(answer.status == status)
      #expect(answer.text.contains("start again"))
    }
    #expect(try await outsider.post(target, allow).status == 400)

    // Completes it twice: the second time with the cookies from before the first.
    let kept = CookieJar()
    for name in browser.cookies.names(host: "127.0.0.1") {
      kept.set(name, to: browser.cookies.value(name, host: "127.0.0.1"), host: "127.0.0.1")
    }
    let first = try await browser.post(target, allow)
    #expect(first.location?.contains("code=") == true)
    for again in [browser, world.browser(kept)] {
      let answer = try await again.post(target, allow)
      #expect(answer.isFinal(400))
    }

    // Completes it after an hour.
    let slow = world.browser()
    let page = try await world.loginPage(slow)
    world.server.clock.advance(by: .seconds(3600))
    let late = try await world.signIn(slow, at: page)
    #expect(late.isFinal(400))
  }

  // attack: A-31
  @Test("the address of the consent form does not accept GET")
  func consentByGet() async throws {
    let browser = world.browser()
    let consent = try await world.consentPage(browser)
    let csrf = try world.csrf(consent)
    let target = try world.action(consent)
    let answer = try await browser.get("\(target)&action=allow&csrf=\(csrf)")
    #expect(answer.status == 405)
    #expect(answer.head.headerFields[.allow] == "POST")
  }

  // attack: A-32
  @Test("a consent page shows nothing to a browser that only knows its address")
  func learnedAddress() async throws {
    let browser = world.browser()
    let consent = try await world.consentPage(browser, at: world.loginPage(browser))
    #expect(consent.status == 200)
    // No user, another user, and the same user in another browser.
    let others = [world.browser(), world.browser(), world.browser()]
    for (other, user) in zip(others.dropFirst(), [TestUser.bob, .alice]) {
      _ = try await world.signIn(other, at: world.loginPage(other), as: user)
    }
    for other in others {
      let answer = try await other.get(consent.url)
      #expect(answer.status == 403 && answer.forms.isEmpty)
      #expect(!answer.text.contains("Test App") && !answer.text.contains("alice"))
    }
    // The sealed cookie under the address of another interaction opens nothing either.
    let again = try await browser.get(world.url(Ask()))
    let second = try await browser.get(try #require(again.location))
    let name = { (url: String) in "coatcheck_i_" + (url.split(separator: "=").last ?? "") }
    let jar = CookieJar()
    jar.set(
      name(second.url), to: browser.cookies.value(name(consent.url), host: "127.0.0.1"),
      host: "127.0.0.1")
    #expect(try await world.browser(jar).get(second.url).status == 403)
  }

  // attack: A-33
  @Test("every page forbids frames, scripts, caching and referrers")
  func headers() async throws {
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    let consent = try await world.consentPage(browser, at: login)
    let error = try await browser.get("\(world.server.issuer)/authorize?client_id=unknown")
    let again = try await world.browser().get(login.url)
    for page in [login, consent, error, again] {
      let fields = page.head.headerFields
      let policy = fields[.contentSecurityPolicy] ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("script-src"))
      let all = Dictionary(fields.map { ($0.name.canonicalName, $0.value) }) { $1 }
      #expect(all["x-frame-options"] == "DENY")
      #expect(all["referrer-policy"] == "no-referrer")
      #expect(all["cache-control"] == "no-store")
      #expect(all["x-content-type-options"] == "nosniff")
      #expect(!page.text.lowercased().contains("<script") && !page.text.contains("style="))
    }
  }

  // attack: A-34
  @Test("the redirect after the password is 303, so that the password is not sent again")
  func seeOther() async throws {
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    #expect(try await world.signIn(browser, at: login).status == 303)
    // A redirect to the client without a consent page.
    let trusted = world.browser()
    let page = try await world.loginPage(trusted, Ask(.trusted, scope: "openid"))
    let answer = try await world.signIn(trusted, at: page)
    #expect(answer.status == 303)
    #expect(answer.location?.hasPrefix("https://trusted.example/cb?code=") == true)
  }
}
