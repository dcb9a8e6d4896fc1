// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckStoreTesting
import TestKit

@Suite("Stored docomo sessions")
struct DocomoRecordsTests {
  private let site: DocomoSite

  init() async throws { site = try await DocomoSite() }

  @Test("a session without a store key is refreshed like any other, and is saved when it is kept")
  func withoutStoring() async throws {
    let client = try site.client()
    let session = try await client.signInWithoutStoring(scopes: Scope.docomo)
    site.clock.advance(by: .seconds(3600))
    _ = try await site.photos(of: session).capacity()
    #expect(site.count(DocomoSite.token) == 2)
    #expect(try await site.store.sessions().isEmpty)
    // A second sign-in does not load the first session.
    _ = try await client.signInWithoutStoring(scopes: Scope.docomo)
    #expect(site.signIns == 2)

    let kept = try await client.keep(session, storedAs: "main")
    #expect(try await kept.accessToken().matches(session.accessToken()))
    site.clock.advance(by: .seconds(3600))
    let newest = try await kept.accessToken()
    let stored = try await site.store.sessions()
    #expect(stored.map(\.name) == ["main"])
    #expect(try newest.matches(#require(stored.first?.accessToken)))
  }

  @Test(
    "a session saved under a second key is removed from the first, and a missing key is an error"
  )
  func keys() async throws {
    let client = try site.client()
    try await client.removeAllSessions()
    #expect(try await !client.hasSession(named: "A"))
    let missing = [
      await failure { try await client.loadSession(named: "A") },
      await failure { try await client.removeSession(named: "A") },
    ]
    for error in missing {
      #expect(error?.code == .sessionMissing)
      #expect(error?.parameter == "name")
      #expect(error.flatMap { DocomoErrorDomain($0) } == .authenticationContextAccess)
    }

    let first = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
    let moved = try await client.keep(first, storedAs: "B")
    #expect(try await !client.hasSession(named: "A"))
    #expect(try await client.hasSession(named: "B"))
    #expect(try await client.loadSession(named: "B").accessToken().matches(moved.accessToken()))
    #expect(try await site.store.sessions().count == 1)
    // A new sign-in under the first key is another session.
    let other = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
    #expect(try await !other.accessToken().matches(moved.accessToken()))
    #expect(try await site.store.sessions().map(\.name) == ["A", "B"])
    // A session that is saved under a key replaces the one that is there.
    let last = try await client.keep(other, storedAs: "B")
    #expect(try await site.store.sessions().map(\.name) == ["B"])
    #expect(try await client.loadSession(named: "B").accessToken().matches(last.accessToken()))

    try await client.removeSession(named: "B")
    #expect(try await site.store.sessions().isEmpty)
    _ = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
    _ = try await client.signIn(scopes: Scope.docomo, storedAs: "B")
    try await client.removeAllSessions()
    #expect(try await site.store.sessions().isEmpty)
    for call in ["has", "load", "remove", "keep"] {
      await expectError(.misused("name", ""), comment: "\(call)") {
        switch call {
        case "has": _ = try await client.hasSession(named: "")
        case "load": _ = try await client.loadSession(named: "")
        case "remove": try await client.removeSession(named: "")
        default: _ = try await client.keep(last, storedAs: "")
        }
      }
    }
  }

  @Test(
    "a move that fails leaves the session under its first key",
    arguments: [RecordFunction.write, .remove])
  func rollback(_ function: RecordFunction) async throws {
    let records = FaultyRecords(MemoryRecords())
    let store = RecordTokenStore(records)
    let client = try site.client(in: store)
    let session = try await client.signIn(scopes: Scope.docomo, storedAs: "A")
    let before = try await store.sessions().map { $0.json }
    records.fail(function, with: .diskFull, onCall: 1)
    let error = await failure { try await client.keep(session, storedAs: "B") }
    #expect(error?.code == .storeFailed)
    #expect(error.flatMap { DocomoErrorDomain($0) } == .authenticationContextAccess)
    records.mend()
    #expect(try await store.sessions().map { $0.json } == before)
    site.clock.advance(by: .seconds(3600))
    _ = try await site.photos(of: session).capacity()
    #expect(try await store.sessions().map(\.name) == ["A"])
  }

  @Test(
    "a session loaded without the client's credentials can be used, and refuses a refresh before any request"
  )
  func withoutCredentials() async throws {
    let records = FaultyRecords(MemoryRecords())
    let store = RecordTokenStore(records)
    _ = try await site.session(in: store)
    let session = try await site.client(in: store, secret: nil, agent: NoUserAgent())
      .loadSession(named: "main")
    _ = try await site.photos(of: session).capacity()
    let (calls, requests) = (records.calls(of: .read), site.standIn.all.count)
    await expectError(.misused("client_secret", "")) { try await session.refresh() }
    site.clock.advance(by: .seconds(3590))
    // The token is still used in its last minute.
    _ = try await session.accessToken()
    site.clock.advance(by: .seconds(10))
    let spent = await site.capacityFailure(session)
    #expect(spent == .session(.misused("client_secret", "")))
    #expect(records.calls(of: .read) == calls)
    #expect(site.standIn.all.count == requests)
    #expect(try await store.sessions().count == 1)
    // With the credentials it is refreshed and saved.
    let whole = try await site.client(in: store).loadSession(named: "main")
    try await whole.refresh()
    #expect(try await whole.accessToken().matches(#require(store.sessions().first?.accessToken)))
  }

  @Test("a session that was loaded by a client with its secret is saved by itself after a refresh")
  func loaded() async throws {
    _ = try await site.session()
    let client = try site.client(agent: NoUserAgent())
    for number in 0..<2 {
      let session =
        number == 0
        ? try await client.loadSession(named: "main")
        : try #require(try await client.session(named: "main"))
      try await session.refresh()
      #expect(site.count(DocomoSite.token) == 2 + number)
      let stored = try await site.store.sessions()
      #expect(stored.map(\.name) == ["main"])
      #expect(try await session.accessToken().matches(#require(stored.first?.accessToken)))
      #expect(stored.first?.generation == 2 + number)
    }
  }

  @Test(
    "a store that cannot be read is not reported as empty",
    arguments: [
      (RecordFault.locked, DocomoErrorDomain.authenticationContextAccess),
      (.failing("No."), .authenticationContextAccess),
    ])
  func storeTrouble(_ fault: RecordFault, _ domain: DocomoErrorDomain) async throws {
    let records = FaultyRecords(MemoryRecords())
    let client = try site.client(in: RecordTokenStore(records))
    _ = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
    records.fail(.read, with: fault)
    for error in [
      await failure { try await client.hasSession(named: "main") },
      await failure { try await client.signIn(scopes: Scope.docomo, storedAs: "main") },
    ] {
      #expect(error.flatMap { DocomoErrorDomain($0) } == domain)
    }
    #expect(site.signIns == 1)
  }

  @Test("a record that docomo's own SDK stored becomes a session without a new sign-in")
  func oldRecord() async throws {
    let old = try #require(await site.session().stored)
    let refreshToken = try #require(old.refreshToken).reveal()
    let inner: Parameters = [
      "refresh_token": refreshToken, "serviceProvider": "docomo", "scope": Scope.text(old.scopes),
    ]
    let text: Parameters = [
      "original-docomo": inner.encoded, "accessToken-docomo": old.accessToken.reveal(),
      "expirationDate-docomo": "\(TestClock.start.timeIntervalSince1970 - 1)",
      "accessibility-docomo": "WHEN_UNLOCKED",
    ]
    let record = try DocomoRecord(parsing: text.encoded)
    #expect(record.accessibility == .whenUnlocked)
    let (items, folder) = (KeychainStandIn(), try Folder())
    let store = RecordTokenStore(try KeychainRecords(items, lockDirectory: folder.path))
    let client = try site.client(in: store, agent: NoUserAgent())
    let session = try await client.adopt(
      record.grant(receivedAt: site.clock.now), subject: "main", storedAs: "main",
      accessibility: record.accessibility)
    #expect(session.stored?.scopes == Scope.docomo)
    #expect(try await store.accessibility(of: session.account) == .whenUnlocked)
    // The token has expired.
    _ = try await site.photos(of: session).capacity()
    #expect(try site.tokenForm["grant_type"] == "refresh_token")
    let again = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
    #expect(try await again.accessToken().matches(session.accessToken()))
    #expect(site.signIns == 1)
  }
}
