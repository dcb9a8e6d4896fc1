// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import CoatcheckWeb
import TestSupport

@Suite("A website's sessions keep the contract of every store")
struct WebContractTests {
  private static let rounds = Rounds.count(60, soak: 1000)

  @Test("in memory", arguments: WebSessionStoreContract.checks)
  func memory(_ check: WebSessionStoreContract.Check) async throws {
    let store = MemoryWebSessions()
    try await check.run(
      in: WebSessionStoreContract.Site(persists: false, rounds: Self.rounds) { store })
  }

  @Test("in SQLite", arguments: WebSessionStoreContract.checks)
  func sqlite(_ check: WebSessionStoreContract.Check) async throws {
    let folder = try Folder()
    // Several stores on one file, each with connections of its own, as several processes have.
    let site = WebSessionStoreContract.Site(rounds: Self.rounds) {
      try SQLiteWebSessions(path: folder.webFile)
    }
    try await check.run(in: site)
  }
}

@Suite("A website's sessions in memory")
struct MemoryWebSessionsTests {
  private static let start = SampleWebSession.start

  @Test("are not more than the limit, nor are the claims, and what has ended makes room")
  func limit() async throws {
    let store = MemoryWebSessions(limit: 2)
    for id in ["a", "b"] {
      #expect(try await store.claim(id, until: Self.start + 60, at: Self.start))
    }
    let claim = await failure { try await store.claim("c", until: Self.start + 60, at: Self.start) }
    #expect(claim?.code == .storeFailed)
    #expect(try await store.claim("a", until: Self.start + 60, at: Self.start) == false)
    #expect(try await store.claim("c", until: Self.start + 90, at: Self.start + 60))
    for number in 1...2 {
      #expect(
        try await store.open(SampleWebSession.make(number), replacing: nil, at: Self.start))
    }
    let open = await failure {
      try await store.open(SampleWebSession.make(3), replacing: nil, at: Self.start)
    }
    #expect(open?.code == .storeFailed)
    #expect(try await store.sweep(limit: 1, at: Self.start + 9_999).count == 1)
    #expect(try await store.open(SampleWebSession.make(3), replacing: nil, at: Self.start))
  }
}
