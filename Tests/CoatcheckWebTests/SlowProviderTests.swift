// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import CoatcheckWeb
import TestKit

@Suite("A thousand requests with one expired token", .timeLimit(.minutes(10)))
struct SlowProviderTests {
  private static let rounds = Rounds.count(2, soak: 50)

  // attack: W-41
  @Test(
    "send one token request to a provider that takes two seconds, on one server or two",
    arguments: [1, 2])
  func refresh(servers: Int) async throws {
    let folder = try Folder()
    let file = folder.path + "/web.sqlite"
    let store = try SQLiteWebSessions(path: file)
    let world = try await World.$makeStore.withValue({ store }) { try await World.start() }
    let site = try #require(world.site as? BareSite)
    // Each server has its own access to the file, as another process would.
    let others = try (1..<servers).map { _ in try SQLiteWebSessions(path: file) }
    for other in others { _ = try await world.twin(over: other) }
    let alice = world.visitor()
    try await alice.signIn()
    var token = try await alice.open("/token").text
    for round in 1...Self.rounds {
      world.clock.advance(by: .seconds(3600))
      site.interruption.set(at: .beforeTheTokenRequest) {
        try await Task.sleep(for: .seconds(2))
      }
      let texts = try await concurrently(1000) { n in
        try await alice.open("/token", node: n % servers).text
      }
      #expect(Set(texts).count == 1 && texts[0] != token && texts[0].hasPrefix("token "))
      token = texts[0]
      // One request for the code, and one refresh for each round: the family of refresh tokens is valid.
      #expect(world.provider.requests.count("/token") == 1 + round)
    }
    #expect(site.mostRefreshes == 1)
    #expect(try await alice.isSignedIn())
    await world.stop()
    for store in others + [store] { try await store.close() }
  }
}
