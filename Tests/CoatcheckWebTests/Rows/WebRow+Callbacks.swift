// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let callbacks: [WebRow] = [
    WebRow("W-00", "a user signs in, reloads, and signs out") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let first = try await alice.open("/albums?page=2")
      #expect(first.status == 303)
      #expect(first.location == alice.origin + "/auth/login?return_to=%2Falbums%3Fpage%3D2")
      let chooser = try await alice.open(try #require(first.location))
      #expect(chooser.status == 200 && chooser.text.contains("Work &amp; Co"))
      let answer = try await alice.signIn(to: "/albums")
      #expect(answer.status == 303 && answer.location == alice.origin + "/albums")
      for _ in 0..<3 { #expect(try await alice.isSignedIn()) }
      #expect(try await alice.open("/").text == "Hello, \(alice.user.id)")
      let out = try await alice.post("/auth/logout", ["return_to": "/"])
      #expect(out.status == 303)
      #expect(try await !alice.isSignedIn())
      #expect(alice.cookies == ["__Host-coatcheck-rounds", "__Host-coatcheck-logout"])
      await world.stop()
    },
    WebRow("W-01", "a callback in a browser that did not begin it is refused, and nothing is sent")
    {
      framework in
      let world = try await World.start(framework)
      let (alice, mallory) = (world.visitor(), world.visitor(.bob))
      let callback = try await mallory.callback()
      let other = try await alice.callback()
      let before = world.provider.requests.count("/token")
      for visitor in [world.visitor(), alice] {
        let page = try await visitor.open(callback)
        #expect(page.status == 400)
        #expect(page.head.headerFields[values: .setCookie].isEmpty)
        #expect(try await !visitor.isSignedIn())
      }
      #expect(world.provider.requests.count("/token") == before)
      // The right browser can still finish.
      #expect(try await mallory.open(callback).status == 303)
      #expect(try await mallory.isSignedIn())
      #expect(try await alice.open(other).status == 303)
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-02", "a cookie is valid for its own purpose, and a callback for its own provider") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let callback = try await alice.callback()
      let flow = try #require(alice.cookies.first { $0.contains("-flow-") })
      // The cookie of a sign-in in place of the session cookie, and the reverse.
      let value = try #require(alice.cookie(flow))
      alice.set(to: value)
      #expect(try await !alice.isSignedIn())
      alice.set(flow, to: "0123456789012345678901234567890123456789012")
      #expect(try await alice.open(callback).status == 400)
      // The cookie of one sign-in under the name of another.
      let second = try await alice.callback()
      let name = try #require(alice.cookies.first { $0.contains("-flow-") && $0 != flow })
      let kept = try #require(alice.cookie(name))
      alice.set(name, to: value)
      #expect(try await alice.open(second).status == 400)
      alice.set(name, to: kept)
      // The callback at the path of another provider.
      let moved = second.replacingOccurrences(of: "/callback/work", with: "/callback/home")
      let before = world.other.requests.count("/token")
      #expect(try await alice.open(moved).status == 400)
      #expect(world.other.requests.count("/token") == before)
      #expect(try await !alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-02", "the iss of another provider is refused") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let callback = try await alice.callback()
      let wrong = callback.replacingOccurrences(
        of: FormEncoding.encode(world.provider.issuer),
        with: FormEncoding.encode(world.other.issuer))
      #expect(wrong != callback)
      #expect(try await alice.open(wrong).status == 400)
      #expect(world.provider.requests.count("/token") == 0)
      await world.stop()
    },
    WebRow("W-03", "a repeated callback is redeemed once") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let callback = try await alice.callback(to: "/albums")
      let flow = try #require(alice.cookies.first { $0.contains("-flow-") })
      let value = alice.cookie(flow)
      #expect(try await alice.open(callback).status == 303)
      // The browser that this sign-in has signed in continues: when its user opens the address again, and
      // when it did not receive the first response.
      let reopened = try await alice.open(callback)
      #expect(reopened.status == 303 && reopened.location == alice.origin + "/albums")
      alice.set(flow, to: value)
      let again = try await alice.open(callback)
      #expect(again.status == 303 && again.location == alice.origin + "/albums")
      // A browser without the session is refused.
      let session = alice.cookie()
      alice.set(to: nil)
      #expect(try await alice.open(callback).status == 400)
      alice.set(flow, to: value)
      #expect(try await alice.open(callback).status == 400)
      alice.set(to: session)
      #expect(world.provider.requests.count("/token") == 1)
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-03", "a callback in 20 concurrent requests is redeemed once") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let callback = try await alice.callback()
      let cookies = alice.browser.cookies.header(host: world.site.host)
      let statuses = try await concurrently(20) { _ in
        let jar = CookieJar()
        for pair in (cookies ?? "").components(separatedBy: "; ") {
          jar.store([pair], host: world.site.host)
        }
        return try await SiteVisitor(world: world, user: .alice, cookies: jar).open(callback).status
      }
      #expect(statuses.filter { $0 == 303 }.count == 1)
      #expect(statuses.filter { $0 == 400 }.count == 19)
      #expect(world.provider.requests.count("/token") == 1)
      await world.stop()
    },
    WebRow("W-03", "of two servers that get the same callback, one redeems it", in: [.none]) { _ in
      let world = try await World.start()
      _ = try await world.twin()
      let alice = world.visitor()
      let callback = try await alice.callback(node: 0)
      let flow = try #require(alice.cookies.first { $0.contains("-flow-") })
      let value = alice.cookie(flow)
      #expect(try await alice.open(callback, node: 1).status == 303)
      alice.set(flow, to: value)
      #expect(try await alice.open(callback, node: 0).status == 303)
      #expect(world.provider.requests.count("/token") == 1)
      for node in [0, 1] { #expect(try await alice.isSignedIn(node: node)) }
      await world.stop()
    },
    WebRow("W-04", "a callback that is malformed or repeats a parameter is refused") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      let callback = try await alice.callback()
      let state = try #require(Parameters(decoding: callback.split(separator: "?")[1])["state"])
      let wrong = [
        callback + "&state=\(state)", callback + "&code=x", callback + "&iss=x",
        callback + "&error=x",
        callback + "&error=access_denied&error=x", callback + "&x=%FF", callback + "&x=%00",
        callback.replacingOccurrences(of: "state=", with: "estate="),
        alice.origin + "/auth/callback/work?state=\(state)", alice.origin + "/auth/callback/work",
      ]
      for address in wrong {
        let page = try await alice.open(address)
        #expect((400..<500).contains(page.status), "\(address.suffix(40)) \(page.status)")
      }
      #expect(world.provider.requests.count("/token") == 0)
      #expect(try await !alice.isSignedIn())
      await world.stop()
    },
    WebRow("W-06", "the error description of a provider is not part of the page") { framework in
      let world = try await World.start(framework)
      for text in [
        "<script>alert(1)</script>", String(repeating: "x", count: 5000), "\u{202E}gnp.exe",
      ] {
        let alice = world.visitor()
        let begun = try await alice.open("/auth/login?provider=work")
        let state = try #require(begun.request["state"])
        let answer: Parameters = [
          "error": "access_denied", "error_description": text, "state": state,
          "iss": world.provider.issuer,
        ]
        let page = try await alice.open("/auth/callback/work?" + answer.encoded)
        #expect(page.status == 400)
        #expect(!page.text.contains(text) && !page.text.contains("<script"))
        #expect(page.text.contains("The provider did not sign you in."))
        // The page offers to try again, and the cookie is removed.
        #expect(page.text.contains("/auth/login?provider=work"))
        #expect(!alice.cookies.contains { $0.contains("-flow-") })
        let policy = HTTPField.Name("Content-Security-Policy").flatMap {
          page.head.headerFields[$0]
        }
        #expect(policy?.contains("default-src 'none'") == true)
      }
      await world.stop()
    },
    WebRow(
      "W-07", "with form_post, a callback by form is accepted, and one by query is not"
    ) {
      framework in
      let world = try await World.start(framework, responseMode: .formPost)
      let alice = world.visitor()
      let begun = try await alice.open("/auth/login?provider=work&return_to=/albums")
      let cookie = try #require(
        begun.head.headerFields[values: .setCookie].first { $0.contains("-flow-") })
      #expect(cookie.contains("SameSite=None") && cookie.contains("Secure"))
      let form = try await alice.formOfProvider(at: try #require(begun.location))
      let cross = SiteVisitor.fields([
        "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site",
        "Origin": world.provider.issuer,
      ])
      let query = try await alice.open("/auth/callback/work?" + form.encoded, cross)
      #expect(query.status == 405)
      let answer = try await alice.post("/auth/callback/work", form, cross)
      #expect(answer.status == 303, "\(answer.text)")
      #expect(try await alice.isSignedIn())
      await world.stop()
    },
  ]
}

extension RunningSite {
  /// The host, without its port.
  var host: String { String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" }) }
}
