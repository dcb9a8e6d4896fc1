// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .timeLimit(.minutes(10)))
struct SignOutInARealBrowserTests {
  @Test("a browser loads the frames of the apps, goes back by itself, and is signed out")
  func signOut() async throws {
    do {
      let app = try await LoopbackApp.start()
      var registration = TestClient.publicApp.registration
      registration.metadata.frontChannelLogoutURI = app.origin + "/frame"
      registration.metadata.postLogoutRedirectURIs = [app.origin + "/out"]
      let server = try await TestServer.start(clients: [TestClient(registration)])
      try await Chromium.withSession(transport: Transports.system) { chromium in
        let session = try await signIn(at: server, chromium)
        let provider = try await Provider.discover(server.issuer)
        let transaction = try EndSessionTransaction(
          endpoint: #require(provider.metadata.endSessionEndpoint),
          idTokenHint: session.stored?.idToken, clientID: "app",
          postLogoutRedirectURI: app.origin + "/out", environment: server.environment)
        try await chromium.open(transaction.url.absoluteString)
        #expect(try await chromium.text(of: "h1") == "You are signed out")
        // The browser continues by itself; the suite's limit ends the waiting.
        while !app.paths.contains("/out") { try await Task.sleep(for: .milliseconds(10)) }
        let frame = try #require(app.received.first { $0.path == "/frame" })
        let told = try FrontChannelLogout(frame.head)
        #expect(told.issuer == server.issuer)
        #expect(told.sessionID != nil)
        let back = try #require(app.received.first { $0.path == "/out" })
        try transaction.check("\(app.origin)/out?\(back.query)")
        try await chromium.open(server.issuer + "/logout")
        #expect(try await chromium.text(of: "h1") == "You are signed out")
      }
      await server.stop()
    }
  }

  @Test("a user confirms the sign-out, and no other page does it for them")
  func confirmation() async throws {
    let server = try await TestServer.start()
    try await Chromium.withSession(transport: Transports.system) { chromium in
      _ = try await signIn(at: server, chromium)
      try await chromium.open(server.issuer + "/logout")
      #expect(try await chromium.text(of: "h1") == "Sign out?")
      try await chromium.click("button[value=stay]")
      #expect(try await chromium.text(of: "h1") == "You are still signed in")
      try await chromium.open(server.issuer + "/logout")
      try await chromium.click("button[value=sign-out]")
      #expect(try await chromium.text(of: "h1") == "You are signed out")
    }
  }

  private func signIn(at server: TestServer, _ chromium: Chromium) async throws -> Session {
    let provider = try await Provider.discover(server.issuer)
    let agent = LoopbackUserAgent(open: { address in
      try await chromium.open(address.absoluteString)
      try await chromium.type("alice", into: "input[name=username]")
      try await chromium.type("correct horse battery staple", into: "input[name=password]")
      try await chromium.click("button[type=submit]")
      try await chromium.click("button[value=allow]")
    })
    let client = Client(
      of: provider, id: "app", store: MemoryTokenStore(), transport: Transports.system
    ) {
      $0.userAgent = agent
      $0.environment = server.environment
    }
    return try await client.signIn(scopes: [.openID])
  }
}
