// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension SiteVisitor {
  /// Connects an account of a user at the service.
  ///
  /// - Returns: The address of the callback, which is not opened yet.
  fileprivate func connecting(_ owner: TestUser, to path: String = "/pictures") async throws
    -> String
  {
    let begun = try await post("/auth/connect/pictures", ["return_to": path])
    let location = try #require(begun.location, "\(begun.status) \(begun.text)")
    // No user is signed in at the service yet.
    return try await SiteVisitor(world: world, user: owner).answer(at: location)
  }

  /// Whether an account is connected.
  fileprivate func isConnected() async throws -> Bool {
    try await open("/pictures").status == 200
  }
}

extension WebRow {
  static let connections: [WebRow] = [
    WebRow("connection", "a user connects an account, which pages use until it is disconnected") {
      framework in
      let world = try await World.start(framework, connects: true)
      let alice = world.visitor()
      #expect(try await alice.open("/pictures").location?.contains("/auth/login") == true)
      try await alice.signIn()
      let asked = try await alice.open("/pictures")
      #expect(
        asked.location?.hasSuffix("/auth/connect/pictures?return_to=%2Fpictures") == true)
      let page = try await alice.open(try #require(asked.location))
      #expect(page.text.contains("Connect P &amp; Co"))
      let form = try #require(page.forms.first)
      let sent = form.parameters
      #expect(sent["return_to"] == "/pictures")
      let begun = try await alice.post("/auth/connect/pictures", sent)
      // The account at the service belongs to another user.
      let bob = SiteVisitor(world: world, user: .bob, cookies: alice.browser.cookies)
      let callback = try await bob.answer(at: try #require(begun.location))
      let opened = try await alice.open(callback)
      #expect(opened.location == alice.origin + "/pictures", "\(opened.text)")
      #expect(try await alice.open("/pictures").text == "Pictures of \(TestUser.bob.id)")
      #expect(try await alice.isSignedIn(), "the user of the site is still the same")
      // The account belongs to the user: another browser of the user has it as well.
      try await alice.signOut()
      let again = world.visitor()
      try await again.signIn()
      #expect(try await again.open("/pictures").text == "Pictures of \(TestUser.bob.id)")
      let gone = try await again.post("/auth/disconnect/pictures", ["return_to": "/albums"])
      #expect(gone.location == again.origin + "/albums")
      #expect(try await !again.isConnected())
      #expect(world.other.requests.count("/revoke") >= 1)
      await world.stop()
    },
    WebRow("connection", "a script gets 403 without account, 401 without session") { framework in
      let world = try await World.start(framework, connects: true)
      let alice = world.visitor()
      #expect(try await alice.open("/pictures", SiteVisitor.script).status == 401)
      try await alice.signIn()
      let page = try await alice.open("/pictures", SiteVisitor.script)
      #expect(page.status == 403 && page.text.contains("connection_required"))
      await world.stop()
    },
    WebRow("connection", "another site cannot connect or disconnect an account") { framework in
      let world = try await World.start(framework, connects: true)
      let alice = world.visitor()
      try await alice.signIn()
      let foreign: [HTTPFields] = [
        SiteVisitor.fields(["Sec-Fetch-Site": "cross-site"]),
        SiteVisitor.fields(["Sec-Fetch-Site": "same-site"]),
        SiteVisitor.fields(["Origin": "https://evil.example"]),
        SiteVisitor.fields(["Origin": "null"]), HTTPFields(),
      ]
      for fields in foreign {
        let page = try await alice.post("/auth/connect/pictures", ["return_to": "/"], fields)
        #expect(page.status == 403 && page.text.contains("Nothing was changed"), "\(fields)")
        #expect(page.head.headerFields[values: .setCookie].isEmpty, "\(fields)")
      }
      _ = try await alice.open(alice.connecting(.alice))
      #expect(try await alice.isConnected())
      for fields in foreign {
        let page = try await alice.post("/auth/disconnect/pictures", [:], fields)
        #expect(page.status == 403, "\(fields)")
      }
      #expect(try await alice.open("/auth/disconnect/pictures").status == 405)
      #expect(try await alice.isConnected())
      await world.stop()
    },
    WebRow("connection", "a callback connects the account of the user and the browser that began") {
      framework in
      let world = try await World.start(framework, connects: true)
      let (alice, bob) = (world.visitor(), world.visitor(.bob))
      try await alice.signIn()
      try await bob.signIn()
      // The callback in another browser is refused.
      let callback = try await alice.connecting(.alice)
      #expect(try await bob.open(callback).status == 400)
      #expect(try await !bob.isConnected())
      // The callback is accepted once.
      #expect(try await alice.open(callback).status == 303)
      #expect(try await alice.open(callback).status == 400)
      // In the same browser, but another user has signed in meanwhile.
      let late = try await alice.connecting(.alice)
      let other = alice.handed(to: .bob)
      try await other.signOut()
      let begun = try await other.open("/auth/login?provider=work&return_to=/albums")
      // Bob signs in at the provider from a browser in which Alice is not signed in.
      _ = try await other.open(world.visitor(.bob).answer(at: try #require(begun.location)))
      #expect(try await other.isSignedIn())
      let page = try await other.open(late)
      #expect(page.status == 403 && page.text.contains("Another user"), "\(page.text)")
      #expect(try await !other.isConnected())
      await world.stop()
    },
    WebRow("connection", "the callbacks of sign-ins and connections are not interchangeable") {
      framework in
      let world = try await World.start(framework, connects: true)
      let alice = world.visitor()
      try await alice.signIn()
      let cookie = alice.cookie()
      let connecting = try await alice.connecting(.bob)
      for (name, status) in [("home", 400), ("work", 400), ("none", 404)] {
        let moved = connecting.replacing("/callback/pictures", with: "/callback/\(name)")
        #expect(try await alice.open(moved).status == status, "\(name)")
        #expect(alice.cookie() == cookie, "\(name)")
      }
      let signingIn = try await alice.callback(at: "home")
      let moved = signingIn.replacing("/callback/home", with: "/callback/pictures")
      #expect(try await alice.open(moved).status == 400)
      #expect(try await !alice.isConnected())
      await world.stop()
    },
    WebRow("connection", "a user is asked to connect again when the service refuses the tokens") {
      framework in
      let world = try await World.start(framework, connects: true)
      let alice = world.visitor()
      try await alice.signIn()
      _ = try await alice.open(alice.connecting(.bob))
      let client = try #require(world.pictures)
      let session = try #require(try await client.sessions().first)
      await session.signOut()
      let page = try await alice.open("/pictures")
      #expect(page.location?.contains("/auth/connect/pictures") == true)
      // Another account may replace it, and the first one again.
      for user in [TestUser.alice, .bob, .bob] {
        _ = try await alice.open(alice.connecting(user))
        #expect(try await alice.open("/pictures").text == "Pictures of \(user.id)")
        #expect(try await client.sessions().count == 1)
      }
      await world.stop()
    },
  ]
}
