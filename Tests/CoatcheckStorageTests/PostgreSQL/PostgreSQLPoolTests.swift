// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: connections")
struct PostgreSQLPoolTests {
  private static func pool(
    connections: Int = 2, waiting: Double = 30, statementLimit: Double = 10
  ) async throws -> PostgreSQLPool {
    let database = try await TestDatabase.shared.value
    var place = try database.place("public", statementLimit: statementLimit)
    place.connections = connections
    place.waiting = waiting
    return PostgreSQLPool(place)
  }

  private func failure<R>(_ result: Result<R, any Error>) -> PostgreSQLFailure? {
    if case .failure(let error) = result { error as? PostgreSQLFailure } else { nil }
  }

  @Test(
    "values are returned unchanged, NULL is not empty, and no text becomes part of a statement")
  func values() async throws {
    let pool = try await Self.pool()
    let texts = ["", "'; DROP TABLE users; --", "$1", "\u{1}\u{7F}", "e\u{301}", "é", "𝒳", "\\"]
    for text in texts {
      let found = try await pool.run(.reading) { connection in
        try connection.first("SELECT $1 AS value", .text(text))?.text("value")
      }.get()
      #expect(found.map { Array($0.utf8) } == Array(text.utf8))
    }
    for number in [0, -1, Int64.max, .min] {
      let found = try await pool.run(.reading) { connection in
        try connection.first("SELECT $1::bigint AS value", .number(number))?.number("value")
      }.get()
      #expect(found == number)
    }
    let contents = try await pool.run(.reading) { connection -> [Bool] in
      let row = try connection.first(
        "SELECT $1 AS a, $2 AS b, $3 AS c, $4 AS d, 1 = 1 AS e, 7::integer AS f, 1.5 AS g",
        .bytes([0, 255]), .bytes([]), .bytes(nil), .text(nil))
      return [
        row?.content("a") == .bytes([0, 255]), row?.content("b") == .bytes([]),
        row?.content("c") == .null, row?.content("d") == .null, row?.number("e") == 1,
        row?.number("f") == 7, row?.content("g") == nil, row?.content("absent") == nil,
      ]
    }.get()
    #expect(contents == Array(repeating: true, count: 8))
    await pool.close()
  }

  @Test("a transaction that throws is rolled back, and its connection is used again")
  func undone() async throws {
    struct Stop: Error {}
    let pool = try await Self.pool(connections: 1)
    let table = try await TestDatabase.shared.value.freshSchema()
    _ = try await pool.run(.statement) {
      try $0.change("CREATE TABLE \(table) (n bigint PRIMARY KEY)")
    }.get()
    let rows = { @Sendable (connection: PostgreSQLConnection) throws -> Int in
      try connection.count("SELECT count(*) AS count FROM \(table)")
    }
    let thrown = await pool.run(.transaction) { connection in
      try connection.change("INSERT INTO \(table) VALUES (1)")
      throw Stop()
    }
    #expect(throws: Stop.self) { try thrown.get() }
    let refused = await pool.run(.transaction) { connection in
      try connection.change("INSERT INTO \(table) VALUES (2)")
      try connection.change("INSERT INTO absent VALUES (3)")
    }
    #expect(failure(refused).map { "\($0)".contains("42P01") } == true)
    let late = await pool.run(.transaction) { connection in
      connection.later("INSERT INTO \(table) VALUES (4)")
      connection.later("INSERT INTO \(table) SELECT 'x'::bigint")
    }
    #expect(failure(late).map { "\($0)".contains("22P02") } == true)
    #expect(try await pool.run(.reading, rows).get() == 0)
    _ = try await pool.run(.transaction) { connection in
      connection.later("INSERT INTO \(table) VALUES (5)")
      try connection.change("INSERT INTO \(table) VALUES (6)")
    }.get()
    #expect(try await pool.run(.reading, rows).get() == 2)
    await pool.close()
  }

  @Test("a statement that fails at its commit is refused, and its connection is used again")
  func failedCommit() async throws {
    let pool = try await Self.pool(connections: 1)
    let table = try await TestDatabase.shared.value.freshSchema()
    _ = try await pool.run(.transaction) { connection in
      connection.later("CREATE TABLE \(table) (n bigint)")
      connection.later(
        """
        CREATE FUNCTION \(table)_refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'refused at the commit'; END $$
        """)
      connection.later(
        """
        CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON \(table)
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION \(table)_refuse()
        """)
    }.get()
    let refused = await pool.run(.statement) { try $0.change("INSERT INTO \(table) VALUES (1)") }
    #expect(failure(refused) == .refused(state: "P0001", "refused at the commit"))
    let count = try await pool.run(.reading) {
      try $0.count("SELECT count(*) AS count FROM \(table)")
    }.get()
    #expect(count == 0)
    await pool.close()
  }

  @Test("a transaction runs again if another one changed its rows first")
  func repeated() async throws {
    let pool = try await Self.pool(connections: 4)
    let table = try await TestDatabase.shared.value.freshSchema()
    _ = try await pool.run(.statement) {
      try $0.change("CREATE TABLE \(table) (n bigint PRIMARY KEY)")
    }.get()
    // All read the same number of rows and insert the same next number: the index refuses all but one.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          _ = try await pool.run(.transaction) { connection in
            let count = try connection.count("SELECT count(*) AS count FROM \(table)")
            try connection.change("INSERT INTO \(table) VALUES ($1)", .number(Int64(count)))
          }.get()
        }
      }
      try await group.waitForAll()
    }
    let count = try await pool.run(.reading) {
      try $0.count("SELECT count(*) AS count FROM \(table)")
    }.get()
    #expect(count == 4)
    await pool.close()
  }

  @Test("a statement that takes too long is ended by the database; the connection is used again")
  func slow() async throws {
    let pool = try await Self.pool(connections: 1, statementLimit: 0.3)
    let slow = await pool.run(.statement) { try $0.change("SELECT pg_sleep(30)::text") }
    #expect(failure(slow).map { "\($0)".contains("57014") } == true)
    #expect(try await pool.run(.reading) { try $0.count("SELECT 1 AS count") }.get() == 1)
    await pool.close()
  }

  @Test("a connection that does not respond is closed, and replaced later")
  func silent() async throws {
    let pool = try await Self.pool(connections: 1, statementLimit: 0.5)
    let process = try await pool.run(.reading) {
      try $0.count("SELECT pg_backend_pid() AS count")
    }.get()
    #expect(kill(pid_t(process), SIGSTOP) == 0)
    let silent = await pool.run(.statement) { try $0.change("SELECT 1") }
    kill(pid_t(process), SIGCONT)
    guard case .lost(_, outcomeIsUnknown: true) = failure(silent) else {
      Issue.record("\(silent)")
      return
    }
    #expect(try await pool.run(.reading) { try $0.count("SELECT 1 AS count") }.get() == 1)
    await pool.close()
  }

  // attack: ST-17
  @Test("a connection that the database has closed is opened again, also in a transaction")
  func closedByDatabase() async throws {
    let pool = try await Self.pool(connections: 1)
    let other = try await Self.pool(connections: 1)
    let end = { @Sendable (process: Int) async throws in
      _ = try await other.run(.statement) {
        try $0.change("SELECT pg_terminate_backend($1::integer, 5000)", .number(Int64(process)))
      }.get()
    }
    let process = try await pool.run(.reading) {
      try $0.count("SELECT pg_backend_pid() AS count")
    }.get()
    try await end(process)
    #expect(try await pool.run(.reading) { try $0.count("SELECT 1 AS count") }.get() == 1)
    let tries = Mutex(0)
    let count = try await pool.run(.transaction) { connection -> Int in
      let isFirst = tries.withLock { tries in
        tries += 1
        return tries == 1
      }
      if isFirst { try connection.change("SELECT pg_terminate_backend(pg_backend_pid())") }
      return try connection.count("SELECT 5 AS count")
    }.get()
    #expect(count == 5)
    await pool.close()
    await other.close()
  }

  @Test("callers beyond the limit wait, and those that wait too long are refused")
  func busy() async throws {
    let pool = try await Self.pool(connections: 1, waiting: 0.3)
    let slow = Task {
      await pool.run(.reading) { try $0.count("SELECT 1 AS count FROM pg_sleep(1.5)") }
    }
    try await Task.sleep(for: .milliseconds(200))
    let late = await pool.run(.reading) { try $0.count("SELECT 1 AS count") }
    guard case .busy = failure(late) else {
      Issue.record("\(late)")
      return
    }
    #expect(try await slow.value.get() == 1)
    await pool.close()
    let closed = await pool.run(.reading) { try $0.count("SELECT 1 AS count") }
    #expect(failure(closed) == .closed)
  }

  @Test("a caller waits for its own time, also if others began to wait before it")
  func later() async throws {
    let pool = try await Self.pool(connections: 1, waiting: 3)
    let slow = Task {
      await pool.run(.reading) { try $0.count("SELECT 1 AS count FROM pg_sleep(6)") }
    }
    try await Task.sleep(for: .milliseconds(300))
    let early = Task { await pool.run(.reading) { try $0.count("SELECT 1 AS count") } }
    try await Task.sleep(for: .milliseconds(1_500))
    // It is refused before the connection is free.
    let late = await pool.run(.reading) { try $0.count("SELECT 1 AS count") }
    guard case .busy = failure(late), case .busy = failure(await early.value) else {
      Issue.record("\(late)")
      return
    }
    #expect(try await slow.value.get() == 1)
    await pool.close()
  }

  // attack: ST-18
  @Test(
    "500 callers over two hanging connections succeed or are refused, and the next succeeds")
  func crowd() async throws {
    let pool = try await Self.pool(waiting: 1, statementLimit: 2)
    let hanging = (0..<2).map { _ in
      Task { await pool.run(.statement) { try $0.change("SELECT pg_sleep(30)") } }
    }
    let callers = (0..<500).map { _ in
      Task { await pool.run(.reading) { try $0.count("SELECT 1 AS count") } }
    }
    for caller in callers {
      switch await caller.value {
      case .success(let count): #expect(count == 1)
      case .failure(PostgreSQLFailure.busy): break
      case .failure(let error): Issue.record("\(error)")
      }
    }
    for statement in hanging { #expect(failure(await statement.value) != nil) }
    #expect(try await pool.run(.reading) { try $0.count("SELECT 1 AS count") }.get() == 1)
    await pool.close()
  }

  @Test("a cancelled caller's transaction runs to its end")
  func cancelled() async throws {
    let pool = try await Self.pool(connections: 1)
    let table = try await TestDatabase.shared.value.freshSchema()
    _ = try await pool.run(.statement) { try $0.change("CREATE TABLE \(table) (n bigint)") }.get()
    let caller = Task {
      await pool.run(.transaction) { connection in
        try connection.change("INSERT INTO \(table) SELECT 1 FROM pg_sleep(0.3)")
        try connection.change("INSERT INTO \(table) VALUES (2)")
      }
    }
    try await Task.sleep(for: .milliseconds(100))
    caller.cancel()
    _ = try await caller.value.get()
    let count = try await pool.run(.reading) {
      try $0.count("SELECT count(*) AS count FROM \(table)")
    }.get()
    #expect(count == 2)
    await pool.close()
  }

  @Test(
    "a machine whose clock is wrong neither reads nor writes until it is corrected",
    arguments: [(6.5, true), (-6.5, true), (600, true), (-600, true), (3, false), (-3, false)])
  func clock(_ ahead: Double, _ isRefused: Bool) async throws {
    let database = try await TestDatabase.shared.value
    var place = try database.place("public")
    let wrong = Mutex(0.0)
    place.clock = PostgreSQLClock(limit: 5, now: { Date() + wrong.withLock(\.self) })
    let pool = PostgreSQLPool(place)
    let read = { await pool.run(.reading) { try $0.count("SELECT 1 AS count") } }
    #expect(try await read().get() == 1)
    // The clock is set while connections are open and in use.
    wrong.withLock { $0 = ahead }
    if isRefused {
      for _ in 0..<3 {
        guard case .clock(let found) = failure(await read()) else {
          Issue.record("the clock was not looked at")
          return
        }
        #expect(abs(found - ahead) < 2)
      }
    } else {
      #expect(try await read().get() == 1)
    }
    wrong.withLock { $0 = 0 }
    #expect(try await read().get() == 1)
    await pool.close()
  }
}
