// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .timeLimit(.minutes(10)))
struct SignInInARealBrowserTests {
  @Test("a user signs in on the real pages and returns to the application")
  func signIn() async throws {
    let server = try await TestServer.start(users: [.alice], clients: [.publicApp])
    try await Chromium.withSession(transport: Transports.system) { chromium in
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
      let session = try await client.signIn(scopes: [.openID, .profile])

      let info = try await session.userInfo()
      #expect(info.claims["preferred_username"] == "alice")
      #expect(try await chromium.address().hasPrefix("http://127.0.0.1:"))
      #expect(try await chromium.text(of: "h1") == "Back to the application")
    }
  }
}
