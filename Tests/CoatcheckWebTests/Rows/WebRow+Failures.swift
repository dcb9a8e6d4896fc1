// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckWeb
import TestKit

extension WebRow {
  /// What the user and the operator learn when something fails.
  static let failures: [WebRow] = [
    WebRow("failure", "a sign-out that another site sends changes nothing, and the page says so") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let page = try await alice.post(
        "/auth/logout", [:], SiteVisitor.fields(["Sec-Fetch-Site": "cross-site"]))
      #expect(page.status == 403)
      #expect(page.text.contains("Nothing was changed"))
      #expect(!page.text.contains("You are not signed in"))
      await world.stop()
    },
    WebRow("failure", "the page after a sign-in that is too weak does not link to the sign-in") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let asked = try await alice.open("/pay")
      let callback = try await alice.callback(opening: try #require(asked.location))
      let page = try await alice.open(callback)
      #expect(page.status == 403)
      #expect(page.text.contains("href=\"/\"") && !page.text.contains("/auth/login"))
      await world.stop()
    },
    WebRow("failure", "a provider that refuses the site is reported as an error of the site") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let callback = try await alice.callback()
      _ = try await world.provider.store.removeClient("site-work", at: world.clock.now)
      let page = try await alice.open(callback)
      #expect(page.status == 500 && page.text.contains("Something went wrong"), "\(page.text)")
      await world.stop()
    },
    WebRow("failure", "while the provider is unavailable, the response says when to try again") {
      framework in
      let world = try await World.start(framework)
      await world.provider.stop()
      let page = try await world.visitor().open("/auth/login?provider=work&return_to=/albums")
      #expect(page.status == 503)
      #expect(page.head.headerFields[.retryAfter] == "5")
      await world.stop()
    },
    WebRow("failure", "a refusal by the site is not reported as one of the provider") {
      framework in
      struct NotAdmitted: Error {}
      let world = try await World.start(
        framework, configure: { $0.signedIn = { _ in throw NotAdmitted() } })
      let page = try await world.visitor().signIn()
      #expect(page.status == 403 && page.text.contains("You may not open this page"))
      await world.stop()
    },
    WebRow("failure", "a page whose session or provider fails leads to the sign-in, or returns 503")
    { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      #expect(try await alice.open("/call").status == 200)
      world.clock.advance(by: .seconds(3600))
      await world.provider.stop()
      let page = try await alice.open("/call")
      #expect(page.status == 503 && page.head.headerFields[.retryAfter] != nil, "\(page.status)")
      #expect(page.text.contains("Try again later"))
      let script = try await alice.open("/call", SiteVisitor.script)
      #expect(script.status == 503 && script.text.contains("temporarily_unavailable"))
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("failure", "a page whose session has ended redirects to the sign-in") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      world.clock.advance(by: .seconds(3600))
      _ = try await world.provider.store.revokeUser(
        alice.user.id, reason: "test", at: world.clock.now)
      let script = try await alice.open("/call", SiteVisitor.script)
      #expect(script.status == 401, "\(script.status)")
      let page = try await alice.open("/call")
      #expect(page.location?.contains("/auth/login?return_to=%2Fcall") == true)
      await world.stop()
    },
  ]
}
