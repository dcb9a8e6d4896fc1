// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Concurrent requests for a token")
struct ParallelRefreshTests {
  let store = MemoryTokenStore()
  let provider = FakeProvider()

  @Test("a thousand tasks with one expired session cause one refresh")
  func thousand() async throws {
    let session = try await provider.session(in: store)
    provider.clock.advance(601)
    let tokens = try await Self.ask(1000) { try await session.accessToken() }
    #expect(tokens == ["at-2"])
    #expect(provider.refreshes == 1)
    #expect(try await store.session(session.account)?.generation == 2)
  }

  @Test("a hundred sessions of one account share a store, and cause one refresh")
  func hundredSessions() async throws {
    let first = try await provider.session(in: store)
    let stored = try #require(first.stored)
    provider.clock.advance(601)
    let tokens = try await Self.ask(100) {
      try await provider.live(stored, in: store).accessToken()
    }
    #expect(tokens == ["at-2"])
    #expect(provider.refreshes == 1)
  }

  @Test("sessions of separate stores in one folder cause one refresh")
  func sharedFolder() async throws {
    let folder = try Folder()
    let stored = try #require(
      try await provider.session(in: FileTokenStore(directory: folder.path)).stored)
    provider.clock.advance(601)
    let tokens = try await Self.ask(20) {
      let store = FileTokenStore(directory: folder.path)
      return try await provider.live(stored, in: store).accessToken()
    }
    #expect(tokens == ["at-2"])
    #expect(provider.refreshes == 1)
  }

  // attack: C-41
  @Test("the first of fifty is cancelled while the request is out; the others get the new token")
  func leaderCancelled() async throws {
    let session = try await provider.session(in: store)
    let gate = provider.gate(at: "/token")
    provider.clock.advance(601)
    let leader = Task { try await session.accessToken() }
    await gate.arrived()
    let others = Task { try await Self.ask(49) { try await session.accessToken() } }
    leader.cancel()
    // The cancelled task ends at once, before there is a response.
    #expect(await failure { try await leader.value } == .unreachable(.cancelled, ""))
    gate.open()
    #expect(try await others.value == ["at-2"])
    #expect(provider.refreshes == 1)
    #expect(try await store.session(session.account)?.refreshToken?.reveal() == "rt-2")
  }

  @Test("all callers get the error when the refresh fails, and the next one may try again")
  func failureForAll() async throws {
    let session = try await provider.session()
    provider.script("/token") { _, _ throws(OAuthError) in
      throw .unreadable(.replyMalformed, "The reply cannot be read.")
    }
    provider.clock.advance(601)
    let failures = await withTaskGroup(of: OAuthError?.self) { group in
      for _ in 0..<100 {
        group.addTask { await failure { try await session.accessToken() } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures.allSatisfy { $0 == .unreadable(.replyMalformed, "") })
    provider.script("/token") { _, _ throws(OAuthError) in nil }
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test("a rejected token causes a new refresh, also right after an earlier one")
  func rejectionAfterRefresh() async throws {
    let session = try await provider.session()
    try await session.refresh()
    // The token of generation 2 is rejected for all calls; together they cause one more refresh.
    provider.change { $0.generation = 7 }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await session.data(for: provider.api).0.status.code }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(provider.refreshes == 2)
  }

  private static func ask(
    _ count: Int, _ token: @escaping @Sendable () async throws -> Secret
  ) async throws -> Set<String> {
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<count { group.addTask { try await token().reveal() } }
      return try await group.reduce(into: []) { $0.insert($1) }
    }
  }
}
