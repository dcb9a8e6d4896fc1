// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import CoatcheckWeb
import TestSupport

@Suite("A website's sessions in PostgreSQL", .serialized)
struct PostgreSQLWebSessionsTests {
  private static let start = SampleWebSession.start

  @Test("keep the contract of every store", arguments: WebSessionStoreContract.checks)
  func keepsTheContract(_ check: WebSessionStoreContract.Check) async throws {
    let database = try await RecordDatabase()
    // Several stores, each with its own connections, as in servers on several machines.
    let site = WebSessionStoreContract.Site(rounds: Rounds.count(60, soak: 1000)) {
      try await database.openWebSessions()
    }
    try await check.run(in: site)
  }

  @Test(
    "survive when the database is killed: all acknowledged changes are found afterwards")
  func recovered() async throws {
    let server = try await PostgreSQLServer()
    let store = try await RecordDatabase(on: server).openWebSessions()
    let record = SampleWebSession.make()
    #expect(try await store.open(record, replacing: nil, at: Self.start))
    server.crash()
    let found = try await RecordDatabase.whenReachable {
      try await store.session(record.key, at: Self.start)
    }
    #expect(found == record)
    #expect(try await store.end(record.key) == record)
    await store.close()
    server.stop()
  }

  @Test("with tables of a newer program are refused; missing tables do not look empty")
  func foreign() async throws {
    let database = try await RecordDatabase()
    let store = try await database.openWebSessions()
    try await database.run("INSERT INTO schema_version VALUES (2, 2)")
    let newer = await failure { try await database.openWebSessions().close() }
    #expect(newer?.code == .storeFailed)
    #expect(newer?.reason.contains("start the newer program") == true)
    try await database.run("DROP TABLE web_session")
    let damaged = await failure {
      try await store.session(SampleWebSession.key(1), at: Self.start)
    }
    #expect(damaged?.code == .storeDamaged)
    await store.close()
  }

  @Test("are neither read nor removed by a machine whose clock is wrong, until it is corrected")
  func clock() async throws {
    let wrong = Mutex(0.0)
    var environment = RuntimeEnvironment.live
    environment.now = { Date() + wrong.withLock(\.self) }
    let database = try await RecordDatabase()
    let store = try await database.openWebSessions(environment: environment)
    let record = SampleWebSession.make()
    #expect(try await store.open(record, replacing: nil, at: Self.start))
    let ahead = 9.0 * 3600
    wrong.withLock { $0 = ahead }
    let swept = await failure { try await store.sweep(limit: 10, at: Self.start + ahead) }
    #expect(swept?.code == .storeFailed)
    #expect(swept?.reason.contains("s ahead of the database's") == true)
    let read = await failure { try await store.session(record.key, at: Self.start) }
    #expect(read?.code == .storeFailed)
    wrong.withLock { $0 = 0 }
    #expect(try await store.session(record.key, at: Self.start) == record)
    await store.close()
  }

  @Test("are in a schema of their own, and their location contains no password")
  func place() async throws {
    let database = try await RecordDatabase()
    let store = try await PostgreSQLWebSessions("\(database.address)&password=secret")
    #expect(store.place.kind == "postgresql")
    #expect(store.place.location.hasSuffix("/postgres coatcheck_web"))
    #expect(!store.place.location.contains("secret"))
    await store.close()
    let error = await failure { try await store.release("a") }
    #expect(error?.reason.contains("the store is closed") == true)
  }
}
