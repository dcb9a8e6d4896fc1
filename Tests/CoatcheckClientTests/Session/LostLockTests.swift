// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A refresh that loses its lock while the request is under way")
struct LostLockTests {
  /// A store whose locks are lost at once, which their holders do not notice.
  final class Unlocked: TokenStore {
    private let memory = MemoryTokenStore()

    var place: StoreLocation { memory.place }

    func sessions(
      _ filter: AccountFilter, page: StorePage?
    ) async throws(OAuthError) -> [StoredSession] {
      try await memory.sessions(filter, page: page)
    }
    func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
      try await memory.session(account)
    }
    func save(_ session: StoredSession) async throws(OAuthError) { try await memory.save(session) }
    func remove(_ account: AccountID) async throws(OAuthError) { try await memory.remove(account) }
    func defaultAccount() async throws(OAuthError) -> AccountID? {
      try await memory.defaultAccount()
    }
    func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
      try await memory.setDefaultAccount(account)
    }

    func withExclusiveAccess<Value: Sendable>(
      to lock: StoreLock, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
      try await body()
    }
  }

  @Test(
    "and is refused adopts what another program has stored, or refreshes it if it has expired",
    arguments: [false, true])
  func refused(hasExpired: Bool) async throws {
    let (provider, store) = (FakeProvider(), Unlocked())
    let session = try await provider.session(in: store)
    let other = provider.live(try #require(session.stored), in: store)
    provider.clock.advance(601)
    let gate = provider.gate(at: "/token")
    let late = Task { try await session.accessToken().reveal() }
    await gate.arrived()
    provider.script("/token") { _, _ throws(OAuthError) in nil }
    #expect(try await other.accessToken().reveal() == "at-2")
    if hasExpired { provider.clock.advance(601) }
    // The provider has replaced rt-1, and refuses it.
    gate.open()
    #expect(try await late.value == (hasExpired ? "at-3" : "at-2"))
    #expect(provider.refreshes == (hasExpired ? 3 : 2))
    let stored = try #require(await store.session(session.account))
    #expect(stored.refreshToken?.reveal() == (hasExpired ? "rt-3" : "rt-2"))
    #expect(stored.generation == (hasExpired ? 3 : 2))
  }
}
