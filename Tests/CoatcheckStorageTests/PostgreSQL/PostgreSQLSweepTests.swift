// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: sweeping")
struct PostgreSQLSweepTests {
  @Test("removes no more than its limit when the query planner takes the table for a small one")
  func limit() async throws {
    let database = try await TestDatabase.shared.value
    let schema = database.freshSchema()
    let store = try await PostgreSQLStore(database.place(schema), schema: schema)
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    for number in 1...6 {
      _ = try await store.insertOnce(
        namespace: "n", key: "\(number)", expiresAt: now + 10, at: now)
      // The planner then expects one row, and runs the selecting subquery again for each row of the table.
      if number == 1 {
        _ = try await store.pool.run(.statement) { try $0.change("ANALYZE once") }.get()
      }
    }
    #expect(try await store.sweep(limit: 0, at: now) == .removed(0))
    for _ in 1...3 { #expect(try await store.sweep(limit: 2, at: now + 60) == .removed(2)) }
    #expect(try await store.sweep(limit: 2, at: now + 60) == .removed(0))
    await store.close()
  }

  @Test("continues after a pause of two days also if counting the expired rows took too long")
  func slowCount() async throws {
    let database = try await TestDatabase.shared.value
    let schema = database.freshSchema()
    let store = try await PostgreSQLStore(database.place(schema), schema: schema)
    let hurried = try await PostgreSQLStore(
      database.place(schema, statementLimit: 3), schema: schema)
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try await store.sweep(limit: 2, at: now) == .removed(0))
    _ = try await store.insertOnce(namespace: "n", key: "1", expiresAt: now + 10, at: now)
    let later = now + 2 * 86_400
    let other = try await OpenTransaction("LOCK TABLE once", in: schema)
    await #expect(throws: StoreError.self) { try await hurried.sweep(limit: 2, at: later) }
    try await other.rollBack()
    #expect(try await store.sweep(limit: 2, at: later + 3_600) == .removed(1))
    await hurried.close()
    await store.close()
  }
}
