// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let strength: [WebRow] = [
    WebRow("W-48", "a page that requires a recent sign-in asks once, and is shown afterwards") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      #expect(try await alice.open("/recent").status == 200)
      world.clock.advance(by: .seconds(700))
      let asked = try await alice.open("/recent")
      #expect(asked.status == 303)
      let script = try await alice.open("/recent", SiteVisitor.script)
      #expect(script.status == 403 && script.text.contains("insufficient_user_authentication"))
      let before = try #require(alice.cookie())
      let callback = try await alice.callback(opening: try #require(asked.location))
      let answer = try await alice.open(callback)
      #expect(answer.location == alice.origin + "/recent", "\(answer.text)")
      #expect(try await alice.open("/recent").text == "Secret of \(alice.user.id)")
      // The cookie value from before is not valid any more.
      #expect(alice.cookie() != before)
      let old = world.visitor()
      old.set(to: before)
      #expect(try await !old.isSignedIn())
      await world.stop()
    },
    WebRow(
      "W-48", "a provider that cannot meet a requirement is asked once, and the user gets a page"
    ) {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let asked = try await alice.open("/pay")
      #expect(asked.location?.contains("acr=urn%3Aexample%3Amfa") == true)
      let begun = try await alice.open(try #require(asked.location))
      let location = try #require(begun.location)
      #expect(location.contains("acr_values=urn%3Aexample%3Amfa"))
      let callback = try await alice.callback(opening: try #require(asked.location))
      let page = try await alice.open(callback)
      #expect(
        page.status == 403 && page.text.contains("You cannot open this page"), "\(page.status)")
      // The session from before continues.
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-48", "another user cannot finish a stronger sign-in") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      world.clock.advance(by: .seconds(700))
      let asked = try await alice.open("/recent")
      // Bob signs in at the provider, in a browser with Alice's cookies of the site.
      let begun = try await alice.open(try #require(asked.location))
      let bob = SiteVisitor(world: world, user: .bob)
      let callback = try await bob.answer(at: try #require(begun.location))
      let page = try await alice.open(callback)
      #expect(page.status == 403 && page.text.contains("Another user"), "\(page.text)")
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-48", "a page for certain users refuses the others") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      #expect(try await alice.open("/admin").status == 303)
      try await alice.signIn()
      let page = try await alice.open("/admin")
      #expect(page.status == 403 && page.location == nil)
      #expect(try await alice.open("/admin", SiteVisitor.script).status == 403)
      await world.stop()
    },
  ]
}
