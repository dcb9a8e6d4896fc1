// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckTesting
import Foundation
import Testing

@Suite("A machine whose clock is wrong")
struct WrongClockTests {
  static let errors: [Named<TimeInterval>] = [
    Named("an hour slow", -3600), Named("an hour fast", 3600), Named("a day slow", -86_400),
    Named("a day fast", 86_400), Named("ten years slow", -315_576_000),
    Named("ten years fast", 315_576_000),
  ]

  @Test("signs in, learns the issuer's time, refreshes and stays signed in", arguments: errors)
  func whole(_ error: Named<TimeInterval>) async throws {
    let server = try await TestServer.start()
    var environment = server.environment
    environment.now = { server.clock.now.addingTimeInterval(error.value) }
    let store = MemoryTokenStore()
    let client = Client(
      of: try await Provider.discover(
        server.issuer, transport: Transports.system, environment: environment),
      id: "app", store: store,
      userAgent: ScriptedUserAgent(
        username: TestUser.alice.username, password: TestUser.alice.password,
        transport: Transports.system),
      transport: Transports.system,
      environment: environment)
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
    await server.stop()
  }
}
