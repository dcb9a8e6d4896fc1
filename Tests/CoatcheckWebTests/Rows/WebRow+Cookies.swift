// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let cookies: [WebRow] = [
    WebRow("W-12", "a session cookie that an attacker planted has no session after the sign-in") {
      framework in
      let world = try await World.start(framework)
      let mallory = world.visitor(.bob)
      try await mallory.signIn()
      let own = try #require(mallory.cookie())
      for planted in [own, Base64URL.encode(Array(repeating: 1, count: 32))] {
        let alice = world.visitor()
        alice.set(to: planted)
        try await alice.signIn()
        #expect(try await alice.isSignedIn())
        #expect(alice.cookie() != planted)
        let attacker = world.visitor()
        attacker.set(to: planted)
        #expect(try await !attacker.isSignedIn())
      }
      await world.stop()
    },
    WebRow("W-13", "another user who signs in in the same browser ends the session before") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let before = try #require(alice.cookie())
      let bob = alice.handed(to: .bob)
      try await bob.signIn(at: "home")
      #expect(try await bob.isSignedIn())
      let old = world.visitor()
      old.set(to: before)
      #expect(try await !old.isSignedIn())
      // The tokens of the user before are revoked.
      #expect(world.provider.requests.count("/revoke") >= 1)
      await world.stop()
    },
    WebRow("W-14", "two session cookies, or one of another site, sign no user in") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      let value = try #require(alice.cookie())
      let name = SiteVisitor.session
      for field in [
        "\(name)=\(value); \(name)=x", "\(name)=x; \(name)=\(value)",
        "\(name)=\(value); \(name)=\(value)",
        "\(name)=\(value)\u{E9}", "\(name)=\(String(repeating: "a", count: 3000))",
        "\(name)=\(value)=",
        "\(name)=\"\(value)\"",
      ] {
        var fields = SiteVisitor.script
        fields[.cookie] = field
        let other = TestBrowser(transport: world.site.transport)
        let page = try await other.get(alice.origin + "/albums", fields: fields)
        #expect(page.status == 401, "\(field.prefix(60)) \(page.status)")
        #expect(page.head.headerFields[values: .setCookie].first?.contains("Max-Age=0") == true)
      }
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-16", "a browser keeps the session's cookie for as long as the site says") {
      framework in
      for (outlives, isKept) in [(true, true), (false, false)] {
        let world = try await World.start(framework) { $0.outlivesBrowser = outlives }
        let page = try await world.visitor().signIn()
        let settings = page.head.headerFields[values: .setCookie]
        let session = try #require(settings.first { $0.hasPrefix("__Host-coatcheck=") })
        #expect(session.contains("Max-Age=604800") == isKept, "\(session)")
        await world.stop()
      }
    },
    WebRow("W-16", "every cookie is limited to this host, and removed as it was set") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      var pages = [try await alice.open("/albums")]
      let begun = try await alice.open("/auth/login?provider=work")
      pages.append(begun)
      pages.append(try await alice.signIn())
      pages.append(try await alice.post("/auth/logout"))
      pages.append(try await alice.open("/auth/logged-out?state=x"))
      pages.append(try await alice.open("/albums"))
      alice.set(to: "x")
      pages.append(try await alice.open("/"))
      alice.set(to: "x")
      pages.append(try await alice.open("/albums"))
      for page in pages {
        let settings = page.head.headerFields[values: .setCookie]
        #expect(Set(settings).count == settings.count, "\(settings)")
      }
      let settings = pages.flatMap { $0.head.headerFields[values: .setCookie] }
      #expect(settings.count > 6)
      for setting in settings {
        #expect(setting.hasPrefix("__Host-coatcheck"), "\(setting)")
        for part in ["Secure", "HttpOnly", "Path=/", "SameSite=Lax"] {
          #expect(setting.contains("; \(part)"), "\(setting)")
        }
        #expect(!setting.contains("Domain") && setting.utf8.count < 4096)
      }
      await world.stop()
    },
    WebRow("W-29", "caches do not store the page of a user") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      for path in ["/", "/albums", "/missing"] {
        let page = try await alice.open(path)
        #expect(page.head.headerFields[values: .vary].contains { $0.contains("Cookie") }, "\(path)")
      }
      #expect(try await alice.open("/").head.headerFields[.cacheControl] == nil)
      let answer = try await alice.signIn()
      #expect(answer.head.headerFields[.cacheControl] == "no-store")
      for path in ["/", "/albums", "/missing"] {
        let page = try await alice.open(path)
        #expect(page.head.headerFields[.cacheControl] == "no-store", "\(path) \(page.status)")
        #expect(page.head.headerFields[values: .vary].contains { $0.contains("Cookie") }, "\(path)")
      }
      // The response that removes a cookie is not cached either.
      alice.set(to: "x")
      let removed = try await alice.open("/")
      #expect(removed.head.headerFields[.cacheControl] == "no-store")
      #expect(!removed.head.headerFields[values: .setCookie].isEmpty)
      await world.stop()
    },
    WebRow("W-47", "the log has no code, state, cookie or token") { framework in
      let log = CapturedLog()
      let world = try await World.start(framework) { $0.logger = log.logger }
      let alice = world.visitor()
      let callback = try await alice.callback()
      let answer = try Parameters(decoding: callback.split(separator: "?")[1])
      var secrets = [answer["code"], answer["state"]]
      secrets += alice.cookies.map { alice.cookie($0) }
      // Refused callbacks are logged as well.
      #expect(try await world.visitor().open(callback).status == 400)
      #expect(try await alice.open(callback + "&code=x").status == 400)
      #expect(try await alice.open(callback).status == 303)
      secrets.append(alice.cookie())
      secrets.append(String(try await alice.open("/token").text.dropFirst("token ".count)))
      let token = try await world.logoutToken(sid: "x")
      #expect(try await world.tell(Secret(token.reveal() + "x")) == 400)
      secrets.append(token.reveal())
      try await alice.signOut()
      let requests = (world.site as? HummingbirdSite)?.log.all ?? []
      #expect(framework != .hummingbird || requests.contains { $0.contains("/token") })
      let text = (log.all + requests).joined(separator: "\n")
      #expect(text.contains("a sign-in is refused"))
      for secret in secrets.compactMap(\.self) where secret.utf8.count > 8 {
        #expect(!text.contains(secret), "\(text)")
      }
      await world.stop()
    },
  ]
}
