// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@testable import CoatcheckStorage

/// The program of the next release, whose migration adds to the tables of this one.
///
/// Only this type knows in the tests how tables are migrated.
struct NextRelease {
  /// The additions: columns in the tables that every refresh changes, and a table.
  static let additions = [
    "ALTER TABLE family ADD COLUMN note text", "ALTER TABLE refresh ADD COLUMN note text",
    "CREATE TABLE added (id bigint PRIMARY KEY)",
  ]

  let place: PostgreSQLPlace
  let schema: String

  /// Migrates the tables, as a program does when it starts.
  func migrate(_ statements: [String] = Self.additions) async throws {
    let step = PostgreSQLTables.Step(
      version: 2, oldestProgram: 1, statements: statements.joined(separator: ";"))
    let tables = PostgreSQLSchema.tables(in: schema, PostgreSQLSchema.steps + [step])
    let pool = PostgreSQLPool(place)
    let opened = await pool.run(.reading) { try tables.open($0) }
    await pool.close()
    _ = try opened.get()
  }

  /// Migrates the tables, and opens them.
  func store() async throws -> PostgreSQLStore {
    try await migrate()
    return try await PostgreSQLStore(place, schema: schema)
  }

  /// The version of the tables, and the number of additions that exist.
  func found() async throws -> (version: Int, additions: Int) {
    let pool = PostgreSQLPool(place)
    let found = await pool.run(.reading) { [schema] connection in
      (
        version: try connection.count("SELECT max(version) AS count FROM schema_version"),
        additions: try connection.count(
          """
          SELECT (SELECT count(*) FROM information_schema.columns WHERE table_schema = $1 AND column_name = 'note')
            + (SELECT count(*) FROM information_schema.tables WHERE table_schema = $1 AND table_name = 'added') AS count
          """, .text(schema))
      )
    }
    await pool.close()
    return try found.get()
  }
}
