// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckStoreTesting
import CoatcheckWeb
import TestSupport

@Suite("A website's sessions in memory")
struct MemoryWebSessionsTests {
  private static let start = SampleWebSession.start

  @Test("have a limit, as claims do, and expired ones do not count")
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
