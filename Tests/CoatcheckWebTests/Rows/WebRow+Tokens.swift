// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let tokens: [WebRow] = [
    WebRow("W-41", "200 requests with one expired token refresh it once") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let first = try await alice.open("/token").text
      for round in 1...3 {
        world.clock.advance(by: .seconds(3600))
        let texts = try await concurrently(200) { _ in try await alice.open("/token").text }
        #expect(Set(texts).count == 1 && texts[0] != first && texts[0].hasPrefix("token "))
        // One request for the code, and one refresh for each round.
        #expect(world.provider.requests.count("/token") == 1 + round)
      }
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-41", "two servers refresh one expired token once", in: [.none]) { _ in
      let world = try await World.start()
      _ = try await world.twin()
      let alice = world.visitor()
      try await alice.signIn()
      for round in 1...20 {
        world.clock.advance(by: .seconds(3600))
        let texts = try await concurrently(20) { n in
          try await alice.open("/token", node: n % 2).text
        }
        #expect(Set(texts).count == 1 && texts[0].hasPrefix("token "), "\(Set(texts))")
        #expect(world.provider.requests.count("/token") == 1 + round)
      }
      await world.stop()
    },
    WebRow("W-39", "a refresh in progress does not restore a session") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let key = Fingerprint.hex(of: Array(try #require(alice.cookie()).utf8))
      world.clock.advance(by: .seconds(3600))
      // The user signs out on another server during the token request.
      let pages = try await concurrently(2) { n in
        if n == 0 { return try await alice.open("/token").text }
        _ = try await world.store.end(key)
        return ""
      }
      #expect(pages.count == 2)
      #expect(try await world.store.session(key, at: world.clock.now) == nil)
      #expect(try await !alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-42", "a provider that does not respond signs no user out") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      world.clock.advance(by: .seconds(3600))
      await world.provider.stop()
      let page = try await alice.open("/token")
      #expect(page.status == 502 && page.text.contains("transient"), "\(page.text)")
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow(
      "W-42", "a server that starts while the provider is down keeps users signed in", in: [.none]
    ) { _ in
      let world = try await World.start()
      let alice = world.visitor()
      try await alice.signIn()
      await world.provider.stop()
      _ = try await world.twin()
      #expect(try await alice.isSignedIn(node: 1))
      #expect(try await alice.open("/token", node: 1).text.hasPrefix("token "))
      let out = try await alice.post("/auth/logout", node: 1)
      #expect(out.status == 303, "\(out.text)")
      #expect(try await !alice.isSignedIn(node: 1))
      await world.stop()
    },
    WebRow("W-42", "a refused refresh token ends the session") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      _ = try await world.provider.store.revokeUser(
        TestUser.alice.id, reason: "test", at: world.clock.now)
      world.clock.advance(by: .seconds(3600))
      let page = try await alice.open("/token")
      #expect(page.text.contains("sessionEnded"), "\(page.text)")
      #expect(try await !alice.isSignedIn())
      #expect(try await alice.open("/albums").status == 303)
      await world.stop()
    },
    WebRow("W-42", "a provider that is down when the site starts is requested again") { framework in
      let world = try await World.start(framework)
      await world.provider.stop()
      let alice = world.visitor()
      let page = try await alice.open("/auth/login?provider=work&return_to=/albums")
      #expect(page.status == 503 && page.text.contains("return_to=%2Falbums"))
      // The other provider is not affected.
      try await alice.signIn(at: "home")
      #expect(try await alice.isSignedIn())
      let again = try await world.provider.restarted()
      world.clock.advance(by: .seconds(6))
      let bob = world.visitor(.bob)
      try await bob.signIn()
      #expect(try await bob.isSignedIn())
      await again.stop()
      await world.stop()
    },
  ]
}
