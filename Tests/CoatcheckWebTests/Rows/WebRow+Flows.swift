// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let flows: [WebRow] = [
    WebRow("W-08", "two tabs sign in at once, and each lands on its own page") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let first = try await alice.callback(to: "/albums")
      let second = try await alice.callback(to: "/token")
      #expect(try await alice.open(second).location == alice.origin + "/token")
      #expect(try await alice.open(first).location == alice.origin + "/albums")
      #expect(try await alice.isSignedIn())
      #expect(!alice.cookies.contains { $0.contains("-flow-") })
      await world.stop()
    },
    WebRow("W-08", "two tabs that sign in as two users leave one session, not a mix") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let first = try await alice.callback(to: "/albums", at: "work")
      let bob = alice.handed(to: .bob)
      let second = try await bob.callback(to: "/albums", at: "home")
      #expect(try await bob.open(second).status == 303)
      #expect(try await bob.isSignedIn())
      #expect(try await alice.open(first).status == 303)
      #expect(try await alice.isSignedIn())
      #expect(try await !bob.isSignedIn())
      await world.stop()
    },
    WebRow("W-09", "a browser keeps eight pending sign-ins at most, and its session") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      for n in 0..<30 {
        _ = try await alice.open("/auth/login?provider=work&return_to=/albums&n=\(n)")
        let flows = alice.cookies.filter { $0.contains("-flow-") }
        let length = flows.reduce(0) { $0 + $1.utf8.count + (alice.cookie($1)?.utf8.count ?? 0) }
        #expect(flows.count <= 8 && length < 7000, "\(flows.count) \(length)")
      }
      #expect(alice.cookies.filter { $0.contains("-flow-") }.count > 3)
      #expect(try await alice.isSignedIn())
      // The last of them can still be finished.
      let callback = try await alice.callback(opening: "/auth/login?provider=work&again=1")
      #expect(try await alice.open(callback).status == 303)
      await world.stop()
    },
    WebRow("W-11", "a callback after ten minutes is refused, and the page links to a new sign-in") {
      framework in
      for (seconds, status) in [(599, 303), (601, 400), (86_400, 400), (-601, 400), (-86_400, 400)]
      {
        let world = try await World.start(framework)
        let alice = world.visitor()
        let begun = try await alice.open("/auth/login?provider=work&return_to=/albums")
        // The page of the provider stays open for that long.
        if seconds > 0 { world.clock.advance(by: .seconds(seconds)) }
        let callback = try await alice.answer(at: try #require(begun.location))
        if seconds < 0 { world.clock.advance(by: .seconds(seconds)) }
        let page = try await alice.open(callback)
        #expect(page.status == status, "\(seconds) \(page.text)")
        if status == 400 { #expect(page.text.contains("return_to=%2Falbums")) }
        #expect(try await alice.isSignedIn() == (status == 303))
        await world.stop()
      }
    },
    WebRow(
      "W-11", "a session ends when it is idle too long, and at the end of its lifetime even if used"
    ) {
      framework in
      let world = try await World.start(framework) {
        $0.idle = .seconds(3600)
        $0.lifetime = .seconds(5 * 3600)
      }
      let alice = world.visitor()
      try await alice.signIn()
      world.clock.advance(by: .seconds(3599))
      #expect(try await alice.isSignedIn())
      world.clock.advance(by: .seconds(3601))
      #expect(try await !alice.isSignedIn())
      try await alice.signIn()
      for _ in 0..<9 {
        world.clock.advance(by: .seconds(1990))
        #expect(try await alice.isSignedIn())
      }
      world.clock.advance(by: .seconds(100))
      #expect(try await !alice.isSignedIn())
      await world.stop()
    },
    WebRow(
      "W-11", "a session keeps its idle time at servers with another one", in: [.none]
    ) { _ in
      let world = try await World.start { $0.idle = .seconds(8 * 3600) }
      _ = try await world.twin { $0.idle = .seconds(1800) }
      let (alice, bob) = (world.visitor(), world.visitor(.bob))
      try await alice.signIn()
      _ = try await bob.open(bob.callback(node: 1), node: 1)
      for _ in 0..<2 {
        for node in [0, 1] {
          #expect(try await alice.isSignedIn(node: node), "\(node)")
          #expect(try await bob.isSignedIn(node: node), "\(node)")
        }
        world.clock.advance(by: .seconds(1000))
      }
      world.clock.advance(by: .seconds(1000))
      for node in [0, 1] {
        #expect(try await alice.isSignedIn(node: node), "\(node)")
        #expect(try await !bob.isSignedIn(node: node), "\(node)")
      }
      await world.stop()
    },
    WebRow("W-11", "a session that ends while the clock is set back stays ended afterwards") {
      framework in
      for signsOut in [true, false] {
        let world = try await World.start(framework)
        let alice = world.visitor()
        world.clock.advance(by: .seconds(7200))
        try await alice.signIn()
        let value = alice.cookie()
        world.clock.advance(by: .seconds(-3600))
        if signsOut {
          try await alice.signOut()
        } else {
          // The other provider has not issued a session in the future.
          try await alice.signIn(at: "home")
          #expect(try await alice.isSignedIn())
        }
        world.clock.advance(by: .seconds(3600))
        alice.set(to: value)
        #expect(try await !alice.isSignedIn(), "signed out: \(signsOut)")
        await world.stop()
      }
    },
    WebRow("W-11", "a clock that was set back signs users out, and makes no session live longer") {
      framework in
      for back in [3600, 86_400] {
        let world = try await World.start(framework)
        let alice = world.visitor()
        try await alice.signIn()
        world.clock.advance(by: .seconds(7200))
        #expect(try await alice.isSignedIn())
        world.clock.advance(by: .seconds(-back))
        #expect(try await !alice.isSignedIn())
        await world.stop()
      }
    },
    WebRow(
      "W-21", "a sign-in that a third party begins needs a known issuer and a page of this site"
    ) {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let issuer = FormEncoding.encode(world.provider.issuer)
      #expect(try await alice.open("/auth/initiate?iss=https%3A%2F%2Fevil.example").status == 400)
      #expect(try await alice.open("/auth/initiate?iss=\(issuer)&iss=\(issuer)").status == 400)
      for (target, path) in [
        (alice.origin + "/token", "/token"), (alice.origin + ".evil/token", "/"),
        ("https://evil-photos.example/albums", "/"), (alice.origin + "/auth/logout", "/"),
      ] {
        let callback = try await alice.callback(
          opening: "/auth/initiate?iss=\(issuer)&target_link_uri=\(FormEncoding.encode(target))")
        let answer = try await alice.open(callback)
        #expect(answer.location == alice.origin + path, "\(answer.status) \(answer.text)")
        try await alice.signOut()
        world.clock.advance(by: .seconds(61))
      }
      // A signed-in user is asked first.
      try await alice.signIn()
      let page = try await alice.open("/auth/initiate?iss=\(issuer)")
      #expect(page.status == 200 && page.text.contains("/auth/login?provider=work"))
      var link = SiteVisitor.navigation
      for (from, status) in [("cross-site", 200), ("same-origin", 303), ("none", 303)] {
        link = link.filter { $0.name.canonicalName != "sec-fetch-site" }
        link += SiteVisitor.fields(["Sec-Fetch-Site": from])
        let page = try await alice.open("/auth/login?provider=work", link)
        #expect(page.status == status, "\(from)")
      }
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-22", "tabs that are restored at the same time are not taken for a redirect loop") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      for _ in 0..<6 {
        #expect(try await alice.open("/auth/login?provider=work&return_to=/albums").status == 303)
      }
      await world.stop()
    },
    WebRow("W-22", "a browser that loses the session cookie gets a page, not a redirect loop") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      for _ in 0..<3 {
        let callback = try await alice.callback()
        #expect(try await alice.open(callback).status == 303)
        alice.set(to: nil)
      }
      let page = try await alice.open("/auth/login?provider=work&return_to=/albums")
      #expect(page.status == 200 && page.location == nil)
      #expect(page.text.contains("again=1"))
      // The user may try again at once by the link, and without it after a minute.
      #expect(try await alice.open("/auth/login?provider=work&again=1").status == 303)
      world.clock.advance(by: .seconds(61))
      #expect(try await alice.open("/auth/login?provider=work").status == 303)
      await world.stop()
    },
  ]
}
