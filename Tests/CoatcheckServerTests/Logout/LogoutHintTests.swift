// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("logout with logout_hint", .leaving)
struct LogoutHintTests {
  static let warning = "another user than the one who is signed in here"

  @Test(
    "a hint that names the signed-in user has no effect",
    arguments: [
      ("the user name", "alice"), ("in large letters", "ALICE"), ("the subject", TestUser.alice.id),
      ("the e-mail address", "alice@example.org"), ("none", nil),
    ] as [(String, String?)])
  func same(_ name: String, hint: String?) async throws {
    let signedIn = try await world.enter()
    var request: Query = ["post_logout_redirect_uri": LogoutTests.out]
    request["logout_hint"] = hint
    // Without an ID token the user must still confirm.
    let asked = try await signedIn.logout(request.with(["client_id": "web"]))
    #expect(asked.status == 200 && asked.text.contains("Sign out?"))
    #expect(!asked.text.contains(Self.warning))
    #expect(try await signedIn.signOut(request).location == LogoutTests.out)
    #expect(try await !signedIn.isSignedIn())
  }

  @Test("a hint can be the sid of the session")
  func session() async throws {
    let signedIn = try await world.enter()
    let sid = try await world.claims(signedIn.hint())["sid"]?.stringValue
    let page = try await signedIn.signOut([
      "post_logout_redirect_uri": LogoutTests.out, "logout_hint": try #require(sid),
    ])
    #expect(page.location == LogoutTests.out)
  }

  @Test("a hint that names another user requires confirmation")
  func other() async throws {
    let signedIn = try await world.enter()
    for hint in ["bob", "alice2", "<b>alice</b>"] {
      let page = try await signedIn.signOut([
        "post_logout_redirect_uri": LogoutTests.out, "logout_hint": hint,
      ])
      #expect(page.isFinal(200) && page.text.contains(Self.warning))
      // The hint is only in the form, and not in the text of the page.
      #expect(!page.text.contains("<b>"))
      #expect(try await signedIn.isSignedIn())
    }
    let page = try await signedIn.logout(["logout_hint": "bob"])
    #expect(page.text.contains(Self.warning))
    let done = try await world.submit(
      world.browser(signedIn.jar), page, ["action": "sign-out", "logout_hint": "bob"])
    #expect(done.isFinal(200))
    #expect(try await !signedIn.isSignedIn())
  }

  @Test("a browser without a session need not confirm")
  func signedOut() async throws {
    let page = try await world.browser().get(world.logout(["logout_hint": "bob"]))
    #expect(page.isFinal(200) && page.text.contains("You are signed out"))
  }
}
