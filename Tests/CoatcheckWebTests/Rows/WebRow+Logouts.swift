// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let logouts: [WebRow] = [
    WebRow("W-31", "only a page of the site signs its user out") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      for fields: KeyValuePairs<String, String> in [
        [
          "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
          "Sec-Fetch-Dest": "document",
        ],
        [
          "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        ],
        ["Sec-Fetch-Site": "none"], ["Origin": "https://evil.example"], ["Origin": "null"],
        ["Origin": "https://sibling.photos.example"], ["Accept": "text/html"],
      ] {
        let page = try await alice.post("/auth/logout", [:], SiteVisitor.fields(fields))
        #expect(page.status == 403, "\(fields) \(page.status)")
        #expect(try await alice.isSignedIn(), "\(fields)")
      }
      let image = try await alice.open("/auth/logout", SiteVisitor.script)
      #expect(image.status == 405)
      #expect(try await alice.isSignedIn())
      // Browsers that send neither Sec-Fetch-Site nor Origin send the token of the session.
      var asking = SiteVisitor.script
      asking += SiteVisitor.fields(["X-CSRF": "1"])
      let who = try JSONObject(
        parsing: Array(try await alice.open("/auth/session", asking).text.utf8))
      let token = try #require(who["form_token"]?.stringValue)
      let old = SiteVisitor.fields(["Accept": "text/html"])
      #expect(try await alice.post("/auth/logout", ["form_token": "x" + token], old).status == 403)
      #expect(try await alice.post("/auth/logout", ["form_token": token], old).status == 303)
      #expect(try await !alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-31", "signing out everywhere ends the sessions of all browsers of the user") {
      framework in
      let world = try await World.start(framework)
      let browsers = (0..<3).map { _ in world.visitor() }
      let bob = world.visitor(.bob)
      for browser in browsers + [bob] { try await browser.signIn() }
      world.clock.advance(by: .seconds(5))
      #expect(try await browsers[0].post("/auth/logout", ["everywhere": "1"]).status == 303)
      for browser in browsers { #expect(try await !browser.isSignedIn()) }
      #expect(try await bob.isSignedIn())
      // The user can sign in again.
      world.clock.advance(by: .seconds(5))
      try await browsers[1].signIn()
      #expect(try await browsers[1].isSignedIn())
      await world.stop()
    },
    WebRow(
      "W-31", "signing out everywhere ends the session that a server with a faster clock opened",
      in: [.none]
    ) { _ in
      let world = try await World.start()
      _ = try await world.twin { options in
        let now = options.environment.now
        options.environment.now = { now().addingTimeInterval(30) }
      }
      let alice = world.visitor()
      let page = try await alice.open(alice.callback(node: 1), node: 1)
      #expect(page.status == 303, "\(page.text)")
      let value = alice.cookie()
      world.clock.advance(by: .seconds(10))
      let out = try await alice.post("/auth/logout", ["everywhere": "1"], node: 0)
      #expect(out.status == 303)
      alice.set(to: value)
      for node in [0, 1] { #expect(try await !alice.isSignedIn(node: node), "\(node)") }
      await world.stop()
    },
    WebRow("W-32", "the local session has ended before the browser is redirected to the provider") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let cookie = try #require(alice.cookie())
      let out = try await alice.post("/auth/logout", ["return_to": "/"])
      let location = try #require(out.location)
      #expect(location.hasPrefix(world.provider.issuer))
      let query = try out.request
      #expect(query["post_logout_redirect_uri"] == alice.origin + "/auth/logged-out")
      #expect(query["id_token_hint"] != nil)
      let other = world.visitor()
      other.set(to: cookie)
      #expect(try await !other.isSignedIn())
      // The return from the provider, with the right and with wrong states.
      let state = try #require(query["state"])
      for wrong in ["", "?state=x", "?state=\(state)&state=\(state)", "?state="] {
        let page = try await alice.open("/auth/logged-out" + wrong)
        #expect(page.status == 200 && page.text.contains("You are signed out"), "\(wrong)")
      }
      let back = try await alice.open("/auth/logged-out?state=\(state)")
      #expect(back.status == 303 && back.location == alice.origin + "/")
      await world.stop()
    },
    WebRow("W-32", "without a logout at the provider, the browser continues at once") { framework in
      let world = try await World.start(framework) { $0.endsProviderSession = false }
      let alice = world.visitor()
      try await alice.signIn()
      let out = try await alice.post("/auth/logout", ["return_to": "/albums"])
      #expect(out.location == alice.origin + "/albums")
      #expect(try await !alice.isSignedIn())
      await world.stop()
    },
    WebRow(
      "W-33", "a front-channel logout ends this browser's session by its sid, and reveals nothing"
    ) {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let sid = try #require(try await world.sid(of: alice))
      let issuer = FormEncoding.encode(world.provider.issuer)
      let other = world.visitor()
      let empty = try await other.open("/auth/front-channel/work?iss=\(issuer)&sid=\(sid)")
      #expect(empty.status == 200)
      for query in ["iss=x&sid=\(sid)", "iss=\(issuer)&sid=x", "", "sid=\(sid)", "iss=\(issuer)"] {
        let page = try await alice.open("/auth/front-channel/work?\(query)")
        #expect(page.status == 200 && page.text == empty.text, "\(query)")
        #expect(try await alice.isSignedIn(), "\(query)")
      }
      let revocations = world.provider.requests.count("/revoke")
      let page = try await alice.open("/auth/front-channel/work?iss=\(issuer)&sid=\(sid)")
      #expect(page.status == 200 && page.text == empty.text)
      #expect(try await !alice.isSignedIn())
      #expect(world.provider.requests.count("/revoke") == revocations)
      await world.stop()
    },
  ]
}
