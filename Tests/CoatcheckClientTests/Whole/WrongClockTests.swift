// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A machine with a wrong clock")
struct WrongClockTests {
  static let errors: [Case<TimeInterval>] = [
    Case("an hour slow", -3600), Case("an hour fast", 3600), Case("a day slow", -86_400),
    Case("a day fast", 86_400), Case("ten years slow", -315_576_000),
    Case("ten years fast", 315_576_000),
  ]

  @Test("signs in, learns the issuer's time, refreshes and stays signed in", arguments: errors)
  func whole(_ error: Case<TimeInterval>) async throws {
    let server = try await TestServer.start()
    var environment = server.environment
    environment.now = { server.clock.now.addingTimeInterval(error.value) }
    let store = MemoryTokenStore()
    let client = Client(
      of: try await Provider.discover(
        server.issuer, transport: Transports.system, environment: environment), id: "app",
      store: store, transport: Transports.system
    ) {
      $0.userAgent = TestUser.alice.agent()
      $0.environment = environment
    }
    let session = try await client.signIn(scopes: [.openID, .offlineAccess])
    let offset = try #require(session.clockOffset)
    #expect(abs(offset + error.value) <= 2)
    for _ in 1...3 {
      server.clock.advance(by: .seconds(700))
      _ = try await session.accessToken()
      #expect(try await session.userInfo().subject == session.account.subject)
    }
    #expect(session.status == .active)
    #expect(try await store.sessions().count == 1)
  }
}
