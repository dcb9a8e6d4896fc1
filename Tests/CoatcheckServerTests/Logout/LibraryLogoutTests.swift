// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("logout with the client library", .leaving)
struct LibraryLogoutTests {
  @Test("the browser is signed out and redirected to the app")
  func everywhere() async throws {
    let environment = world.server.environment
    let jar = CookieJar()
    let agent = ScriptedUserAgent(
      username: TestUser.alice.username, password: TestUser.alice.password,
      transport: .platform, cookies: jar)
    let provider = try await Provider.discover(
      world.server.issuer, transport: .platform, environment: environment)
    let client = Client(of: provider, id: "app", store: MemoryTokenStore(), transport: .platform) {
      $0.userAgent = agent
      $0.environment = environment
    }
    let session = try await client.signIn(scopes: [.openID, .profile, .email])
    #expect(try await world.isSignedIn(jar, at: .trusted))
    let report = await session.signOut(
      .everywhere(returning: .fixed("http://127.0.0.1:49152/out")), userAgent: agent)
    #expect(report.isComplete, "\(report)")
    #expect(try await !world.isSignedIn(jar, at: .trusted))
  }
}
