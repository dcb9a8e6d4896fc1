// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import CoatcheckWeb
import Foundation
import TestKit

/// PostgreSQL gives a lock to another server when the connection of its holder ends, which the holder does
/// not notice.
@Suite("A server of a website that loses its lock during a refresh", .timeLimit(.minutes(5)))
struct LostLockTests {
  @Test(
    "shows the tokens of the server that took it, whether its own request is refused or answered",
    arguments: [0, 30] as [TimeInterval])
  func adopts(grace: TimeInterval) async throws {
    let database = try await PostgreSQLServer.shared.value
    let schema = "w" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let one = try await PostgreSQLWebSessions(
      "\(database.address)&application_name=\(schema)", schema: schema, connections: 6)
    let other = try await PostgreSQLWebSessions(database.address, schema: schema, connections: 6)
    let world = try await World.$makeStore.withValue({ one }) {
      try await World.start(server: { $0.grace = grace })
    }
    let site = try #require(world.site as? BareSite)
    _ = try await world.twin(over: other)
    let alice = world.visitor()
    try await alice.signIn()
    world.clock.advance(by: .seconds(3600))

    let seen = Mutex((ended: "", text: ""))
    site.interruption.set(at: .beforeTheTokenRequest) {
      // A task of its own holds no lock, as another machine.
      let (ended, text) = try await Task.detached {
        let ended = try await database.run(
          """
          SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE locktype = 'advisory' AND application_name = '\(schema)'
          """)
        return (ended, try await alice.open("/token", node: 1).text)
      }.value
      seen.withLock { $0 = (ended, text) }
    }
    let page = try await alice.open("/token", node: 0)
    let (ended, text) = seen.withLock { $0 }
    #expect(ended.split(separator: "\n") == ["t"], "\(ended)")
    #expect(text.hasPrefix("token ") && page.text == text, "\(text) \(page.text)")
    #expect(try await world.tokens(of: alice)?.generation == 2)
    #expect(world.provider.requests.count("/token") == 3, "the code, and two refreshes")
    for node in [0, 1] { #expect(try await alice.isSignedIn(node: node)) }
    await world.stop()
    for store in [one, other] { await store.close() }
  }
}
