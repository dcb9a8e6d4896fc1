// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the page that asks whether to sign out", .leaving)
struct LogoutConfirmationTests {
  // attack: O-03
  @Test("without a hint the user must confirm, with the form of the server's own page")
  func asks() async throws {
    let signedIn = try await world.enter()
    let browser = world.browser(signedIn.jar)
    let page = try await signedIn.logout([
      "client_id": "web", "post_logout_redirect_uri": LogoutTests.out, "state": "s",
      "logout_hint": "alice", "ui_locales": "de en",
    ])
    #expect(page.status == 200)
    #expect(page.text.contains("Sign out?"))
    #expect(page.text.contains("alice"))
    #expect(page.text.contains("Test Web"))
    #expect(try await signedIn.isSignedIn())

    let form = try #require(page.forms.first)
    var sent = Query()
    for field in form.fields { sent[field.name] = field.value }
    sent["action"] = "sign-out"
    for forged in [nil, "", "x", String(try #require(sent["csrf"]).dropLast())] {
      var bad = sent
      bad["csrf"] = forged
      let refused = try await browser.post(world.action(page), bad)
      #expect(forged == nil || forged == "" ? refused.status == 200 : refused.status == 403)
      #expect(refused.location == nil)
      #expect(try await signedIn.isSignedIn())
    }
    // As a GET it is a request like any other.
    #expect(try await browser.get(world.logout(sent)).status == 200)
    #expect(try await signedIn.isSignedIn())

    let after = try await browser.post(world.action(page), sent)
    #expect(after.status == 303)
    #expect(after.location == LogoutTests.out + "?state=s")
    #expect(try await !signedIn.isSignedIn())
  }

  // attack: O-03
  @Test("the form of one session does not end another")
  func otherSession() async throws {
    let alice = try await world.enter()
    let bob = try await world.enter(by: .bob)
    let page = try await alice.logout([:])
    let form: Query = ["csrf": try world.csrf(page), "action": "sign-out"]
    #expect(try await world.browser(bob.jar).post(world.action(page), form).status == 403)
    #expect(try await bob.isSignedIn())
  }

  @Test("a denial ends nothing and redirects nowhere")
  func stays() async throws {
    let signedIn = try await world.enter()
    let page = try await signedIn.logout(["client_id": "web"])
    let after = try await world.submit(
      world.browser(signedIn.jar), page,
      ["action": "stay", "client_id": "web", "post_logout_redirect_uri": LogoutTests.out])
    #expect(after.isFinal(200))
    #expect(after.text.contains("You are still signed in"))
    #expect(try await signedIn.isSignedIn())
  }

  @Test("a hint from another session or about another user needs confirmation")
  func foreignHint() async throws {
    let alice = try await world.enter()
    for other in [try await world.enter(by: .bob), try await world.enter()] {
      let page = try await alice.logout(["id_token_hint": other.hint()])
      #expect(page.status == 200)
      #expect(page.text.contains("Sign out?"))
      #expect(try await alice.isSignedIn())
    }
  }

  @Test("the page cannot be framed, and loads and runs nothing")
  func headers() async throws {
    let signedIn = try await world.enter()
    let page = try await signedIn.logout([
      "client_id": "web", "post_logout_redirect_uri": LogoutTests.out,
      "state": "\"><script>alert(1)</script>",
    ])
    #expect(!page.text.contains("<script"))
    let policy = try #require(page.head.headerFields[.contentSecurityPolicy])
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(policy.contains("form-action 'self' https://c.example;"))
    #expect(page.head.headerFields[.cacheControl] == "no-store")
  }

  @Test(
    "a form of another site, sent without the cookie, is redirected to a GET")
  func crossSitePost() async throws {
    let signedIn = try await world.enter()
    let form: Query = [
      "id_token_hint": try signedIn.hint(), "post_logout_redirect_uri": LogoutTests.out,
      "state": "s",
    ]
    // The browser does not send the cookie: SameSite=Lax.
    let reply = try await world.wire.post("/logout", form: form.encoded)
    #expect(reply.status == 303)
    let location = try #require(reply["location"].first)
    #expect(location == "/logout?" + form.encoded)
    let page = try await world.browser(signedIn.jar).get(world.server.issuer + location)
    #expect(page.location == LogoutTests.out + "?state=s")
    #expect(try await !signedIn.isSignedIn())
    // With the cookie the logout is done at once.
    let again = try await world.enter(jar: signedIn.jar)
    let direct = try await world.browser(again.jar).post(
      world.server.issuer + "/logout",
      ["id_token_hint": again.hint(), "post_logout_redirect_uri": LogoutTests.out])
    #expect(direct.location == LogoutTests.out)
    #expect(try await !again.isSignedIn())
  }

  @Test(
    "a malformed request does not end the session",
    arguments: [
      ("a repeated parameter", "GET", "/logout?state=a&state=b", nil, 400),
      ("bad encoding", "GET", "/logout?state=%zz", nil, 400),
      ("another method", "PUT", "/logout", "", 405),
      ("JSON", "POST", "/logout", "{}", 415),
    ] as [(String, String, String, String?, Int)])
  func unreadable(
    _ name: String, method: String, target: String, body: String?, status: Int
  ) async throws {
    let signedIn = try await world.enter()
    let cookie = "coatcheck_session=\(try #require(signedIn.cookie))"
    let reply = try await world.wire.send(
      method, target, [("Cookie", cookie), ("Content-Type", "application/json")], body: body)
    #expect(reply.status == status)
    #expect(reply["location"].isEmpty)
    #expect(try await signedIn.isSignedIn())
  }
}
