// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import History
import TestKit

@testable import CoatcheckStorage

@Suite("PostgreSQL: servers of two versions", .timeLimit(.minutes(60)))
struct UpgradeNodeTests {
  /// The stores of three servers, each of which can be replaced.
  private final class Stores: Sendable {
    private let current: Mutex<[PostgreSQLStore]>
    private let replaced = Mutex<[PostgreSQLStore]>([])

    init(_ stores: [PostgreSQLStore]) { current = Mutex(stores) }

    subscript(_ number: Int) -> PostgreSQLStore { current.withLock { $0[number] } }

    /// Replaces a store for new calls; calls in progress keep the old one.
    func replace(_ number: Int, by store: PostgreSQLStore) {
      let before = current.withLock { stores in
        defer { stores[number] = store }
        return stores[number]
      }
      replaced.withLock { $0.append(before) }
    }

    func close() async {
      for store in current.withLock(\.self) + replaced.withLock(\.self) { await store.close() }
    }
  }

  private func release() async throws -> NextRelease {
    let database = try await TestDatabase.shared.value
    let schema = database.freshSchema()
    return NextRelease(place: try database.place(schema), schema: schema)
  }

  private func grow(_ history: History, by count: Int) async throws {
    let enough = history.count + count
    while history.count < enough { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test(
    "three servers are upgraded one by one without an error, and every rule is kept"
  )
  func rolling() async throws {
    for round in 1...Rounds.count(1, soak: 20) {
      let next = try await release()
      var old: [PostgreSQLStore] = []
      for _ in 0..<3 { old.append(try await PostgreSQLStore(next.place, schema: next.schema)) }
      let stores = Stores(old)
      let history = History()
      let targets = (0..<3).map { number in StoreTarget { stores[number] } }
      let workload = HistoryWorkload(targets, into: history, seed: UInt64(round))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await workload.run(clients: 8) { _ in false } }
        for number in 0..<3 {
          try await grow(history, by: 400)
          stores.replace(number, by: try await next.store())
        }
        try await grow(history, by: 400)
        group.cancelAll()
      }
      await stores.close()
      let calls = history.all
      let violations = HistoryCheck.violations(in: calls)
      #expect(violations.isEmpty, "\(violations.prefix(10))")
      #expect(calls.count { $0.outcome == .unknown } == 0)
      let found = try await next.found()
      #expect(found == (2, NextRelease.additions.count))
    }
  }

  @Test(
    "an interrupted migration changes nothing, and can be repeated",
    arguments: 0...NextRelease.additions.count)
  func interrupted(_ place: Int) async throws {
    let next = try await release()
    let store = try await PostgreSQLStore(next.place, schema: next.schema)
    var statements = NextRelease.additions
    statements.insert("SELECT pg_terminate_backend(pg_backend_pid())::text", at: place)
    await #expect(throws: PostgreSQLFailure.self) { try await next.migrate(statements) }
    let before = try await next.found()
    #expect(before == (1, 0))
    try await store.recordConsent(user: "u", client: "c", scopes: ["s"])
    let newer = try await next.store()
    let after = try await next.found()
    #expect(after == (2, NextRelease.additions.count))
    #expect(try await newer.consent(user: "u", client: "c") == ["s"])
    #expect(try await store.consent(user: "u", client: "c") == ["s"])
    await newer.close()
    await store.close()
  }
}
