// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Keeping a session")
struct KeepingTests {
  @Test("that is not stored puts it into the store, under its own subject")
  func firstTime() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    let client = try await server.client(in: store)
    let session = try await client.signInWithoutStoring(scopes: [.openID, .offlineAccess])
    #expect(try await store.sessions().isEmpty)
    let kept = try await client.keep(session, storedAs: "main")
    #expect(kept.account == session.account)
    #expect(try await store.sessions().map(\.name) == ["main"])
    try await kept.refresh()
    let stored = try #require(try await store.session(kept.account))
    #expect(try await stored.accessToken.matches(kept.accessToken()))
    // The record has moved, so the first session has ended: its next refresh fails.
    #expect(await failure { try await session.refresh() }?.code == .sessionEnded)
  }

  @Test("under another name of the same store renames it, and the session stays usable")
  func renames() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    let client = try await server.client(in: store)
    let session = try await client.signIn(scopes: [.openID, .offlineAccess], storedAs: "A")
    let kept = try await client.keep(session, storedAs: "B")
    #expect(kept.account == session.account)
    #expect(try await store.sessions().map(\.name) == ["B"])
    try await session.refresh()
    try await kept.refresh()
    #expect(try await store.sessions().map(\.name) == ["B"])
  }

  @Test("in another store removes it from the previous one, also under the same name")
  func otherStore() async throws {
    let server = try await TestServer.start()
    let (one, other) = (MemoryTokenStore(), MemoryTokenStore())
    let session = try await server.client(in: one)
      .signIn(scopes: [.openID, .offlineAccess], storedAs: "A")
    let kept = try await server.client(in: other).keep(session, storedAs: "A")
    #expect(try await one.sessions().isEmpty)
    #expect(try await other.sessions().map(\.name) == ["A"])
    try await kept.refresh()
    #expect(try await other.sessions().map(\.generation) == [3])
  }

  @Test("under a name of another account is refused, and nothing is changed")
  func takenName() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    let client = try await server.client(in: store)
    let session = try await client.signIn(scopes: [.openID, .offlineAccess], storedAs: "A")
    var other = try #require(session.stored)
    other = try StoredSession(
      account: AccountID(issuer: "https://other.example", clientID: "app", subject: "x"),
      name: "B",
      grant: TokenGrant(
        accessToken: other.accessToken, expiry: .never, receivedAt: server.clock.now),
      metadata: client.provider.metadata)
    try await store.save(other)
    await expectError(.misused("name", "")) { try await client.keep(session, storedAs: "B") }
    #expect(try await store.sessions().map(\.name) == ["A", "B"])
  }

  @Test("of another client is refused")
  func otherClient() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let session = try await client.signIn(scopes: [.openID], storedAs: "A")
    let other = Client(
      of: client.provider, id: "other", store: MemoryTokenStore(), transport: .platform)
    #expect(await failure { try await other.keep(session, storedAs: "A") }?.parameter == "session")
  }
}
