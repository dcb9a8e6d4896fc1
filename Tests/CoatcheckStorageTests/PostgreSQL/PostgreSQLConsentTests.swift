// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: consents")
struct PostgreSQLConsentTests {
  @Test("scopes that are removed with their client do not return with scopes that are added then")
  func removal() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await TestDatabase.shared.value
    let schema = database.freshSchema()
    let store = try await PostgreSQLStore(
      database.place(schema, statementLimit: 60), schema: schema)
    let client = TestClient.publicApp.registration
    try await store.save(client)
    try await store.recordConsent(user: "u", client: client.id, scopes: ["a", "b"])
    // The removal deletes the consent, and then waits for this lock with its changes uncommitted.
    let other = try await OpenTransaction("LOCK TABLE family IN SHARE MODE", in: schema)
    let removal = Task { try await store.removeClient(client.id, at: TestClock.start) }
    let remover = """
      (SELECT pid FROM pg_locks WHERE relation = '\(schema).family'::regclass
        AND mode = 'RowExclusiveLock' AND NOT granted)
      """
    try await server.wait(until: "SELECT EXISTS \(remover)")
    let addition = Task {
      try await store.recordConsent(user: "u", client: client.id, scopes: ["c"])
    }
    try await server.wait(
      until: """
        SELECT count(*) = 1 FROM pg_stat_activity WHERE \(remover) = ANY (pg_blocking_pids(pid))
        """)
    try await other.rollBack()
    #expect(try await removal.value)
    try await addition.value
    #expect(try await store.consent(user: "u", client: client.id) == ["c"])
    await store.close()
  }
}
