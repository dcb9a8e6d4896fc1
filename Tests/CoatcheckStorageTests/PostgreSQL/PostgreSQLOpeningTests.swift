// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: opening a store")
struct PostgreSQLOpeningTests {
  private func refusal(_ address: String, _ schema: String) async -> StoreError? {
    do throws(StoreError) {
      try await PostgreSQLStore(address, schema: schema).close()
      return nil
    } catch {
      return error
    }
  }

  @Test("of 8 servers that start concurrently on an empty database one creates the tables")
  func together() async throws {
    let database = try await TestDatabase.shared.value
    let schema = database.freshSchema()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<8 {
        group.addTask {
          let store = try await PostgreSQLStore(database.address, schema: schema, connections: 1)
          try await store.recordConsent(user: "u\(n)", client: "c", scopes: ["s"])
          await store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try await PostgreSQLStore(database.address, schema: schema)
    for n in 0..<8 { #expect(try await store.consent(user: "u\(n)", client: "c") == ["s"]) }
    await store.close()
  }

  @Test("tables of a later version are used if they allow it, and refused if not")
  func later() async throws {
    let database = try await TestDatabase.shared.value
    let schema = database.freshSchema()
    let store = try await PostgreSQLStore(database.address, schema: schema)
    for (version, oldest, isAllowed) in [(2, 1, true), (3, 2, false)] {
      _ = try await store.pool.run(.statement) {
        try $0.change(
          "INSERT INTO schema_version (version, oldest_program) VALUES ($1, $2)",
          .number(Int64(version)), .number(Int64(oldest)))
      }.get()
      let refusal = await refusal(database.address, schema)
      #expect(refusal?.code == (isAllowed ? nil : .newerSchema))
    }
    await store.close()
  }

  @Test(
    "a database that may lose acknowledged changes, or is missing, is refused with a reason",
    arguments: [
      ("&options=-csynchronous_commit%3Doff", "synchronous_commit is off"),
      ("&port=1", "cannot be reached"), ("&dbname=absent", "cannot be reached"),
      ("&nonsense=1", "cannot be read"),
    ])
  func refused(_ end: String, _ text: String) async throws {
    let database = try await TestDatabase.shared.value
    let refusal = await refusal(database.address + end, "coatcheck")
    #expect(refusal?.reason.contains(text) == true, "\(String(describing: refusal))")
  }

  @Test("the guarantee follows from the settings of the database")
  func guarantee() async throws {
    let database = try await TestDatabase.shared.value
    let store = try await PostgreSQLStore(database.address, schema: database.freshSchema())
    #expect(store.guarantee == .primaryOnly)
    try await store.ping()
    await store.close()
    await #expect(throws: StoreError(.unavailable, "")) { try await store.ping() }
  }
}
