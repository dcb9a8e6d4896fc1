// SPDX-License-Identifier: Apache-2.0

/// The tables of a store in a schema of their own: checks the database, creates the tables and migrates
/// them.
package struct PostgreSQLTables: Sendable {
  /// A change of the tables, made once.
  package struct Step: Sendable {
    /// The version that the tables have after it.
    let version: Int
    /// The oldest version of the program that may use the tables then. A step only adds. What the previous
    /// version still needs is removed by a step of a later release, so that both can run at the same time.
    let oldestProgram: Int
    /// SQL, with `;` between statements.
    let statements: String

    package init(version: Int, oldestProgram: Int, statements: String) {
      self.version = version
      self.oldestProgram = oldestProgram
      self.statements = statements
    }
  }

  private let schema: String
  private let steps: [Step]
  /// The advisory lock under which the tables are changed.
  private let lock: Int64

  /// The oldest server version with all features that are used here.
  private static let oldestServer = 130_000

  /// - Parameters:
  ///   - schema: Lower-case letters, digits and `_`.
  ///   - steps: In their order.
  ///   - lock: The number of an advisory lock.
  package init(schema: String, steps: [Step], lock: Int64) {
    self.schema = schema
    self.steps = steps
    self.lock = lock
  }

  /// The schema version that this program reads and writes.
  private var version: Int { steps.last?.version ?? 0 }

  /// Checks the database's settings, and creates the tables or migrates them to this program's version.
  ///
  /// - Returns: Whether an acknowledged change is on a standby as well.
  /// - Throws: `settings` when the database must not hold the store, `newerSchema`, `damaged`.
  package func open(_ database: PostgreSQLConnection) throws -> Bool {
    guard database.serverVersion >= Self.oldestServer else {
      throw PostgreSQLFailure.settings(
        "PostgreSQL \(database.serverVersion / 10_000) is too old; version 13 or later is needed")
    }
    guard database.parameter("server_encoding") == "UTF8" else {
      throw PostgreSQLFailure.settings(
        "the database is not in UTF8; create it with ENCODING 'UTF8'")
    }
    let isReplicated = try checkDurability(database)
    try migrate(database)
    return isReplicated
  }

  private func checkDurability(_ database: PostgreSQLConnection) throws -> Bool {
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
      throw PostgreSQLFailure.settings(
        "synchronous_commit is off: a crash of the database would revive spent tokens")
    }
    for name in ["fsync", "full_page_writes"] {
      guard settings?.text(name) == "on" else {
        throw PostgreSQLFailure.settings(
          "\(name) is off: a crash of the database's machine would destroy the store")
      }
    }
    return settings?.text("standbys")?.isEmpty == false && commit != "local"
  }

  /// Creates the tables, or migrates them to this program's version; one program at a time.
  private func migrate(_ database: PostgreSQLConnection) throws {
    if try hasVersion(database), try found(database)?.version ?? 0 >= version {
      return try check(database)
    }
    try database.transaction { database in
      // As a text, since the result type void is not decoded.
      database.later("SELECT pg_advisory_xact_lock($1)::text", .number(lock))
      // The name has lower-case letters, digits and _ only.
      database.later("CREATE SCHEMA IF NOT EXISTS \(schema)")
      database.later(
        """
        CREATE TABLE IF NOT EXISTS schema_version (
          version bigint PRIMARY KEY, oldest_program bigint NOT NULL)
        """)
      let before = try found(database)?.version ?? 0
      for step in steps where step.version > before {
        for statement in step.statements.split(separator: ";") {
          let text = String(statement.drop(while: \.isWhitespace))
          if !text.isEmpty { database.later(text) }
        }
        database.later(
          "INSERT INTO schema_version (version, oldest_program) VALUES ($1, $2)",
          .number(Int64(step.version)), .number(Int64(step.oldestProgram)))
      }
    }
    try check(database)
  }

  /// Checks that this program may use the tables, which may be of a later version.
  private func check(_ database: PostgreSQLConnection) throws {
    guard let found = try found(database) else {
      throw PostgreSQLFailure.damaged("the schema \(schema) has no version")
    }
    guard found.oldestProgram <= version else {
      throw PostgreSQLFailure.newerSchema(
        "the schema \(schema) has version \(found.version), and this program knows versions up to "
          + "\(version); start the newer program")
    }
  }

  private func hasVersion(_ database: PostgreSQLConnection) throws -> Bool {
    try database.count("SELECT to_regclass('schema_version') IS NOT NULL AS count") > 0
  }

  private func found(
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
