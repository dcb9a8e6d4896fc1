// SPDX-License-Identifier: Apache-2.0
import GRDB
import TestKit

@Suite("SQLite: the table of keys that are accepted once")
struct ReplayTableTests {
  private static let t0 = Date(timeIntervalSince1970: 1_700_000_000)
  private static let count = 100_000

  // attack: P-13
  @Test(
    "100,000 keys are kept until they expire, found by an index, and swept")
  func flood() async throws {
    let directory = try Folder()
    let store = try await SQLiteStore(path: directory.file)
    try await withThrowingTaskGroup(of: Int.self) { group in
      let tasks = 100
      for task in 0..<tasks {
        group.addTask {
          var fresh = 0
          for n in stride(from: task, to: Self.count, by: tasks) {
            let isFresh = try await store.insertOnce(
              namespace: "dpop", key: "proof \(n)", expiresAt: Self.t0 + 60, at: Self.t0)
            if isFresh { fresh += 1 }
          }
          return fresh
        }
      }
      let fresh = try await group.reduce(0, +)
      #expect(fresh == Self.count)
    }
    for n in [0, 1, Self.count / 2, Self.count - 1] {
      let isFresh = try await store.insertOnce(
        namespace: "dpop", key: "proof \(n)", expiresAt: Self.t0 + 60, at: Self.t0 + 59)
      #expect(!isFresh)
    }
    #expect(try await store.sweep(limit: 1_000, at: Self.t0 + 59) == .removed(0))
    var removed = 0
    while case .removed(let some) = try await store.sweep(limit: 10_000, at: Self.t0 + 60),
      some > 0
    {
      removed += some
    }
    #expect(removed == Self.count)
    try await store.close()
    let plan = try await DatabaseQueue(path: directory.file).read { database in
      try Row.fetchAll(
        database,
        sql: "EXPLAIN QUERY PLAN SELECT key FROM once WHERE namespace = 'a' AND name = 'b'"
      ).map { "\($0["detail"] as String? ?? "")" }
    }
    #expect(plan.allSatisfy { $0.hasPrefix("SEARCH once USING") })
  }
}
