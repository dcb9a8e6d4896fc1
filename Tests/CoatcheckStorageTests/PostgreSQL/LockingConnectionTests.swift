// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: connections that hold locks")
struct LockingConnectionTests {
  // attack: C-42
  @Test("a connection on which the database did not respond is closed, and its locks are released")
  func silent() async throws {
    let database = try await TestDatabase.shared.value
    let place = try database.place("public", statementLimit: 0.5)
    let (one, other) = (LockingConnection(place), LockingConnection(place))
    let key = Int64.random(in: .min ... .max)
    let lock = try #require(try await one.take(key))
    let process = try await lock.run(.reading) {
      try $0.count("SELECT pg_backend_pid() AS count")
    }.get()
    #expect(kill(pid_t(process), SIGSTOP) == 0)
    let silent = await lock.run(.statement) { try $0.change("SELECT 1") }
    kill(pid_t(process), SIGCONT)
    #expect(throws: PostgreSQLFailure.self) { try silent.get() }
    await lock.release()
    // The database answers now, and notices that nothing reads the answer.
    var again: AdvisoryLock?
    for _ in 0..<2000 where again == nil {
      again = try await other.take(key)
      if again == nil { try await Task.sleep(for: .milliseconds(5)) }
    }
    #expect(again != nil)
    await one.close()
    await other.close()
  }

  @Test("the database gives up a machine that acknowledges nothing for half a minute")
  func unreachable() async throws {
    // The settings are those of a TCP connection, and empty for a Unix socket.
    var options = PostgreSQLServer.Options()
    options.addresses = ["127.0.0.2"]
    let server = try await PostgreSQLServer(options)
    defer { withExtendedLifetime(server) {} }
    let pool = PostgreSQLPool(
      try PostgreSQLPlace("postgresql://coatcheck@127.0.0.2/postgres", schema: "public"))
    for (name, value) in [
      ("tcp_user_timeout", "25000"), ("tcp_keepalives_idle", "10"),
      ("tcp_keepalives_interval", "5"),
      ("tcp_keepalives_count", "3"),
    ] {
      let found = try await pool.run(.reading) {
        try $0.first("SELECT current_setting($1) AS value", .text(name))?.text("value")
      }.get()
      #expect(found == value, "\(name)")
    }
    await pool.close()
  }
}
