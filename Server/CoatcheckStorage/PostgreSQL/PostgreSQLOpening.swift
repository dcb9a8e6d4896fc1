// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckPostgreSQL

/// Looks whether a database may hold a ``PostgreSQLStore``, and makes or migrates its tables.
struct PostgreSQLOpening: Sendable {
  let schema: String

  /// `CREATE STATISTICS`, `GENERATED … AS IDENTITY` and all that is used here are older.
  private static let oldestServer = 130_000

  func open(_ database: PostgreSQLConnection) throws -> PostgreSQLGuarantee {
    guard database.serverVersion >= Self.oldestServer else {
      throw StoreError(
        .unusable,
        "PostgreSQL \(database.serverVersion / 10_000) is too old; version 13 or later is needed")
    }
    guard database.parameter("server_encoding") == "UTF8" else {
      throw StoreError(.unusable, "the database is not in UTF8; create it with ENCODING 'UTF8'")
    }
    let guarantee = try guarantee(database)
    try migrate(database)
    return guarantee
  }

  private func guarantee(_ database: PostgreSQLConnection) throws -> PostgreSQLGuarantee {
    let settings = try database.first(
      """
      SELECT current_setting('synchronous_commit') AS synchronous_commit,
        current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
        current_setting('synchronous_standby_names') AS standbys
      """)
    // "setting this parameter to off … there can be … a maximum delay … up to three times wal_writer_delay": the
    // commits of that time are lost in a crash. https://www.postgresql.org/docs/15/runtime-config-wal.html
    let commit = settings?.text("synchronous_commit")
    guard commit != "off" else {
      throw StoreError(
        .unusable, "synchronous_commit is off: a crash of the database would revive spent tokens")
    }
    for name in ["fsync", "full_page_writes"] {
      guard settings?.text(name) == "on" else {
        throw StoreError(
          .unusable, "\(name) is off: a crash of the database's machine would destroy the store")
      }
    }
    let standbys = settings?.text("standbys") ?? ""
    return standbys.isEmpty || commit == "local" ? .primaryOnly : .synchronousStandby
  }

  /// Makes the tables, or brings them to this program's version; one program at a time.
  func migrate(_ database: PostgreSQLConnection) throws {
    if try hasVersion(database) {
      let found = try version(database)?.version ?? 0
      if found >= PostgreSQLSchema.version { return try check(database) }
    }
    try database.transaction { database in
      database.lock(.schema)
      // The name has lower-case letters, digits and _ only.
      database.later("CREATE SCHEMA IF NOT EXISTS \(schema)")
      database.later(
        """
        CREATE TABLE IF NOT EXISTS schema_version (
          version bigint PRIMARY KEY, oldest_program bigint NOT NULL)
        """)
      let before = try version(database)?.version ?? 0
      for step in PostgreSQLSchema.steps where step.version > before {
        for statement in step.statements.split(separator: ";") {
          let text = String(statement.drop(while: \.isWhitespace))
          if !text.isEmpty { database.later(text) }
        }
        database.later(
          "INSERT INTO schema_version (version, oldest_program) VALUES ($1, $2)",
          .integer(step.version), .integer(step.oldestProgram))
      }
    }
    try check(database)
  }

  /// Refuses tables of a later version that this program must not use.
  private func check(_ database: PostgreSQLConnection) throws {
    guard let found = try version(database) else {
      throw StoreError(.damaged, "the schema \(schema) has no version")
    }
    guard found.oldestProgram <= PostgreSQLSchema.version else {
      throw StoreError(
        .newerSchema,
        "the schema \(schema) has version \(found.version), and this program knows versions up to "
          + "\(PostgreSQLSchema.version); start the newer program")
    }
  }

  private func hasVersion(_ database: PostgreSQLConnection) throws -> Bool {
    try database.count("SELECT to_regclass('schema_version') IS NOT NULL AS count") > 0
  }

  private func version(
    _ database: PostgreSQLConnection
  ) throws -> (version: Int, oldestProgram: Int)? {
    guard
      let row = try database.first(
        "SELECT version, oldest_program FROM schema_version ORDER BY version DESC LIMIT 1"),
      let version = row.number("version"), let oldest = row.number("oldest_program")
    else { return nil }
    return (Int(version), Int(oldest))
  }
}
