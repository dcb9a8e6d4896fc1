// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

/// A transaction on a connection of its own, which holds its locks until it is rolled back.
struct OpenTransaction: Sendable {
  private let pool: PostgreSQLPool

  /// Begins a transaction with a statement.
  init(_ statement: String, in schema: String) async throws {
    var place = try await TestDatabase.shared.value.place(schema, statementLimit: 60)
    place.connections = 1
    pool = PostgreSQLPool(place)
    try await run("BEGIN")
    try await run(statement)
  }

  /// Ends the transaction, which changes nothing.
  func rollBack() async throws {
    try await run("ROLLBACK")
    await pool.close()
  }

  private func run(_ statement: String) async throws {
    _ = try await pool.run(.statement) { try $0.change(statement) }.get()
  }
}
