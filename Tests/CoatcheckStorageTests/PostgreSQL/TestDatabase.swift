// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import ServerStoreContracts
import TestKit

/// The stores of the tests in ``PostgreSQLServer/shared``.
final class TestDatabase: Sendable {
  /// Shared by all tests of this process, and created for the first of them.
  static let shared = Task { try await TestDatabase() }

  /// The connection string.
  let address: String
  private let free = Mutex<[Lease]>([])
  private let turns = Turns(12)
  private let made = Mutex(0)

  private struct Lease: Sendable {
    let store: PostgreSQLStore
    let schema: String
  }

  private init() async throws {
    address = try await PostgreSQLServer.shared.value.address
  }

  /// A connection's settings for a schema of this database.
  func place(_ schema: String, statementLimit: Double = 10) throws -> PostgreSQLPlace {
    var place = try PostgreSQLPlace(address, schema: schema, statementLimit: statementLimit)
    place.connections = 6
    place.waiting = 60
    return place
  }

  /// The name of a schema that no other test uses.
  func freshSchema() -> String {
    made.withLock { made in
      made += 1
      return "test_\(made)"
    }
  }

  /// Calls the body with an empty store. Stores are emptied and reused: creating the tables takes longer
  /// than most checks.
  func withStore<R>(_ body: (PostgreSQLStore) async throws -> R) async throws -> R {
    try await withLease { try await body($0.store) }
  }

  /// Calls the body with three servers' connections to one empty store, and its address.
  func withServers<R>(
    _ body: ([PostgreSQLStore], PostgreSQLPlace) async throws -> R
  ) async throws -> R {
    try await withLease { lease in
      let place = try place(lease.schema)
      let others = [
        try await PostgreSQLStore(place, schema: lease.schema),
        try await PostgreSQLStore(place, schema: lease.schema),
      ]
      let result = try await body([lease.store] + others, place)
      for other in others { await other.close() }
      return result
    }
  }

  private func withLease<R>(_ body: (Lease) async throws -> R) async throws -> R {
    await turns.take()
    do {
      let result = try await withOneLease(body)
      await turns.giveBack()
      return result
    } catch {
      await turns.giveBack()
      throw error
    }
  }

  private func withOneLease<R>(_ body: (Lease) async throws -> R) async throws -> R {
    var lease = free.withLock { $0.popLast() }
    if lease == nil {
      let schema = freshSchema()
      lease = Lease(
        store: try await PostgreSQLStore(place(schema), schema: schema), schema: schema)
    }
    guard let lease else { throw StoreError(.unavailable, "no store") }
    let result: R
    do {
      result = try await body(lease)
    } catch {
      // The store of a failed check is not reused.
      await lease.store.close()
      throw error
    }
    _ = try await lease.store.pool.run(.transaction) { connection in
      for table in PostgreSQLSchema.contents { connection.later("DELETE FROM \(table)") }
    }.get()
    free.withLock { $0.append(lease) }
    return result
  }
}

/// Limits how many tests use a database at the same time: a server has a limited number of connections.
private actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
