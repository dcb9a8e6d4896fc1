// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

@Suite("PostgreSQL records", .serialized)
struct PostgreSQLRecordsTests {
  private static let lock = StoreLock.record(Samples.key(1))

  /// Runs the body as another program would: in a task that holds no lock.
  private static func elsewhere(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await Task.detached { try await body() }.value
  }

  private func refusal(_ database: RecordDatabase, _ options: String = "") async -> OAuthError? {
    await failure { try await database.open(options: options).close() }
  }

  // attack: C-42
  @Test("a lock ends with its connection: another program gets it, and writes under it fail")
  func lostLock() async throws {
    let database = try await RecordDatabase()
    let (one, other) = (try await database.open(as: "one"), try await database.open(as: "other"))
    let error = await failure {
      try await one.withLock(Self.lock) {
        try await one.write(Samples.record(1, content: "one"))
        try await database.endConnections(of: "one")
        // This waits until the database has released the lock.
        try await Self.elsewhere { try await other.write(Samples.record(1, content: "other")) }
        try await one.write(Samples.record(1, content: "one again"))
      }
    }
    #expect(error?.code == .storeFailed)
    #expect(error?.reason.contains("the connection that held the lock was closed") == true)
    #expect(try await one.read(Samples.key(1)) == Array("other".utf8))
    // The store connects again by itself.
    try await one.write(Samples.record(1, content: "one, later"))
    #expect(try await other.read(Samples.key(1)) == Array("one, later".utf8))
    await one.close()
    await other.close()
  }

  @Test("damaged records are moved to their own table, unless they were replaced meanwhile")
  func setAside() async throws {
    let database = try await RecordDatabase()
    let records = try await database.open()
    let bad = Samples.record(1, ["name": "main"], content: "{half")
    try await records.write(bad)
    #expect(try await records.setAside(bad.key, ifStill: Array("other".utf8)) == nil)
    let place = try #require(try await records.setAside(bad.key, ifStill: bad.content))
    #expect(place == "row 1 of the table damaged_record in \(records.place.location)")
    #expect(try await records.read(bad.key) == nil)
    #expect(try await records.keys(where: ["name": "main"], after: nil, limit: nil) == [])
    #expect(try await records.setAside(bad.key, ifStill: bad.content) == nil)
    await records.close()
    // The damaged record is kept for repair.
    let kept = try await database.run(
      "SELECT key, convert_from(content, 'UTF8') FROM damaged_record")
    #expect(kept.contains("\(bad.key)|{half"))
  }

  @Test("after its body, a lock is released in the database, whatever the body did")
  func released() async throws {
    let database = try await RecordDatabase()
    let records = try await database.open(as: "locks_of_\(database.schema)")
    @Sendable func held() async throws -> String {
      try await database.run(
        """
        SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND application_name = 'locks_of_\(database.schema)'
        """)
    }
    let during = try await records.withLock(Self.lock) { try await held() }
    #expect(during.contains("1"))
    await #expect(throws: CancellationError.self) {
      try await records.withLock(Self.lock) { throw CancellationError() }
    }
    let after = try await held()
    #expect(after.contains("0"))
    await records.close()
  }

  @Test("waiting for a lock that another program holds ends after the patience")
  func patience() async throws {
    let database = try await RecordDatabase()
    var environment = RuntimeEnvironment.live
    environment.sleep = { _ in await Task.yield() }
    let (one, other) = (
      try await database.open(), try await database.open(environment: environment)
    )
    try await one.withLock(Self.lock) {
      let error = await failure {
        try await Self.elsewhere { try await other.withLock(Self.lock) {} }
      }
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains("locked for 120 s") == true, "\(error.debugDescription)")
    }
    try await other.withLock(Self.lock) {}
    await one.close()
    await other.close()
  }

  @Test(
    "while a killed database recovers, reads and writes fail, and nothing is lost")
  func recovered() async throws {
    let server = try await PostgreSQLServer()
    let database = try await RecordDatabase(on: server)
    let records = try await database.open()
    for round in 1...3 {
      let record = Samples.record(1, content: "\(round)")
      try await RecordDatabase.whenReachable { try await records.write(record) }
      server.crash()
      // An empty result would look like a signed-out user.
      #expect(
        try await RecordDatabase.whenReachable { try await records.read(record.key) }
          == record.content)
    }
    await records.close()
  }

  @Test("a database that may lose acknowledged changes, or is missing, is refused with a reason")
  func refused() async throws {
    let database = try await RecordDatabase()
    for (options, text) in [
      ("&options=-csynchronous_commit%3Doff", "synchronous_commit is off"),
      ("&port=1", "cannot be reached"), ("&dbname=absent", "cannot be reached"),
      ("&nonsense=1", "cannot be read"),
    ] {
      let error = await refusal(database, options)
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains(text) == true, "\(String(describing: error))")
    }
  }

  @Test("tables of a newer program are refused unchanged; missing ones do not look empty")
  func foreign() async throws {
    let database = try await RecordDatabase()
    let records = try await database.open()
    try await database.run("INSERT INTO schema_version VALUES (2, 2)")
    let newer = await refusal(database)
    #expect(newer?.code == .storeFailed)
    #expect(newer?.reason.contains("start the newer program") == true)
    try await database.run("DROP TABLE record")
    let damaged = await failure { try await records.read(Samples.key(1)) }
    #expect(damaged?.code == .storeDamaged)
    await records.close()
  }

  @Test("a token store is opened by its address, and its location contains no password")
  func tokenStore() async throws {
    let database = try await RecordDatabase()
    let store = try await PostgreSQLTokenStore("\(database.address)&password=secret")
    #expect(store.place.kind == "postgresql")
    #expect(store.place.location.hasSuffix("/postgres coatcheck_sessions"))
    #expect(!store.place.location.contains("secret"))
    await store.records.close()
    let error = await failure { try await store.sessions() }
    #expect(error?.reason.contains("the store is closed") == true)
  }
}
