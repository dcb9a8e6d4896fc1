// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let notices: [WebRow] = [
    WebRow("W-34", "an invalid logout token ends nothing") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let sid = try #require(try await world.sid(of: alice))
      let wrong: [(String, (inout JSONObject) -> Void)] = [
        ("another audience", { $0["aud"] = "site-home" }), ("no jti", { $0["jti"] = nil }),
        ("no iat", { $0["iat"] = nil }), ("a nonce", { $0["nonce"] = "x" }),
        ("another issuer", { $0["iss"] = "https://evil.example" }),
        ("no events", { $0["events"] = nil }),
        (
          "old",
          { $0["exp"] = .number(JSONNumber(Int(TestClock.start.timeIntervalSince1970) - 600)) }
        ),
        (
          "neither user nor session",
          {
            $0["sub"] = nil; $0["sid"] = nil
          }
        ),
      ]
      for (name, change) in wrong {
        let answer = try await world.tell(try await world.logoutToken(sid: sid, change: change))
        #expect(answer == 400, "\(name) \(answer)")
        #expect(try await alice.isSignedIn(), "\(name)")
      }
      let whole = try await world.logoutToken(sid: sid)
      let unsigned = whole.reveal().split(separator: ".").dropLast().joined(separator: ".") + "."
      #expect(try await world.tell(Secret(unsigned)) == 400)
      #expect(try await world.tell(try await world.logoutToken(sid: sid, type: "at+jwt")) == 400)
      #expect(try await world.tell(Secret("x")) == 400)
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-36", "a request without a valid logout token is refused, and sign-ins continue") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      #expect(try await alice.open("/auth/back-channel/work").status == 405)
      let json = SiteVisitor.fields(["Content-Type": "application/json"])
      let other = try await alice.browser.send(
        .post, alice.origin + "/auth/back-channel/work", body: "{}", fields: json)
      #expect(other.status == 400)
      let token = try await world.logoutToken(sid: "x")
      let twice = "logout_token=\(token.reveal())&logout_token=\(token.reveal())"
      let double = try await alice.browser.send(
        .post, alice.origin + "/auth/back-channel/work", body: twice)
      #expect(double.status == 400)
      let statuses = try await concurrently(100) { n in
        try await world.tell(try await world.logoutToken(sid: "none-\(n)"))
      }
      #expect(statuses.allSatisfy { $0 == 200 })
      try await alice.signIn()
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-36", "a body that is too long is refused", in: [.hummingbird, .flyingFox]) {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let body = "logout_token=" + String(repeating: "a", count: 1 << 20)
      let status = try? await alice.browser.send(
        .post, alice.origin + "/auth/back-channel/work", body: body
      ).status
      #expect(status == nil || status == 413)
      await world.stop()
    },
    WebRow("W-37", "a logout token ends the sessions that it names, and the others stay") {
      framework in
      let world = try await World.start(framework)
      let browsers = (0..<3).map { _ in world.visitor() }
      for browser in browsers { try await browser.signIn() }
      let bob = world.visitor(.bob)
      try await bob.signIn()
      let sid = try #require(try await world.sid(of: browsers[0]))
      world.clock.advance(by: .seconds(2))
      // One of three sessions, by its sid.
      #expect(try await world.tell(try await world.logoutToken(sid: sid)) == 200)
      #expect(try await !browsers[0].isSignedIn())
      for browser in browsers.dropFirst() { #expect(try await browser.isSignedIn()) }
      // The other sessions can still be ended later.
      #expect(try await world.tell(try await world.logoutToken(sub: TestUser.alice.id)) == 200)
      for browser in browsers { #expect(try await !browser.isSignedIn()) }
      #expect(try await bob.isSignedIn())
      await world.stop()
    },
    WebRow("W-37", "a logout token is accepted once") { framework in
      let world = try await World.start(framework)
      let token = try await world.logoutToken(sub: TestUser.alice.id)
      #expect(try await world.tell(token) == 200)
      #expect(try await world.tell(token) == 400)
      await world.stop()
    },
    WebRow("W-38", "a logout that arrives before the callback prevents its session") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      // A logout of the user: the sign-in was begun before.
      let callback = try await alice.callback()
      world.clock.advance(by: .seconds(40))
      #expect(try await world.tell(try await world.logoutToken(sub: TestUser.alice.id)) == 200)
      #expect(try await alice.open(callback).status == 403)
      #expect(try await !alice.isSignedIn())
      // The tokens of the refused sign-in are revoked.
      #expect(world.provider.requests.count("/revoke") > 0)
      // A sign-in that is begun afterwards is not affected.
      world.clock.advance(by: .seconds(1))
      try await alice.signIn()
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow(
      "W-39", "after the response to a logout token, no server of the site accepts the session",
      in: [.none]
    ) {
      _ in
      let world = try await World.start()
      _ = try await world.twin()
      let alice = world.visitor()
      try await alice.signIn()
      for node in [0, 1] { #expect(try await alice.isSignedIn(node: node)) }
      let sid = try #require(try await world.sid(of: alice))
      #expect(try await world.tell(try await world.logoutToken(sid: sid)) == 200)
      for node in [0, 1] { #expect(try await !alice.isSignedIn(node: node)) }
      await world.stop()
    },
  ]
}
