// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckGroupCommit
import CoatcheckOAuth
import GRDB

/// Opens the file of a store.
struct SQLiteOpening: Sendable {
  /// Files up to this size are read completely before they are used.
  static let checkedSize = 1 << 20

  let file: SQLiteFile
  let schema: SQLiteSchema
  let readers: Int
  let patience: Duration

  func open() throws -> DatabasePool {
    if try file.inspect() {
      try examine()
    } else {
      try file.create(fill)
    }
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    try pool.writeWithoutTransaction(prepare)
    return pool
  }

  private func fill(_ draft: String) throws {
    let queue = try DatabaseQueue(path: draft, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.inTransaction(.immediate) {
        try schema.migrate(database, from: 0)
        return .commit
      }
      // Inside the lock: processes that turn it on at the same time fail each other.
      try database.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try queue.close()
  }

  /// Checks a file without changing it.
  private func examine() throws {
    var configuration = configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.read { database in
      try checkOwner(database)
      try checkLength(database)
      if file.size <= Self.checkedSize { try Self.checkPages(database, path: file.path) }
    }
    try queue.close()
  }

  private func checkOwner(_ database: Database) throws {
    let owner = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard owner == schema.applicationID else {
      if let other = SQLiteSchema.all.first(where: { $0.applicationID == owner }) {
        throw OAuthError.store(
          "\(file.path) holds \(other.content), and not \(schema.content); name another file")
      }
      throw OAuthError.store("\(file.path) is another program's database, or damaged")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= schema.version else {
      throw OAuthError.unreadable(
        .storeFailed,
        "The session store \(file.path) was written by a newer version of Coatcheck (its tables have "
          + "version \(version), this program knows \(schema.version)). Run the newer program."
      )
    }
  }

  /// SQLite reads zeros beyond the end of a file; the missing pages may only be in a log.
  private func checkLength(_ database: Database) throws {
    let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
    guard file.size % max(pageSize, 512) == 0 || file.hasLog else {
      throw OAuthError.unreadable(
        .storeDamaged, "The session store \(file.path) was cut short. Restore a backup.")
    }
  }

  /// Checks all pages.
  static func checkPages(_ database: Database, path: String) throws {
    let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(3)")
    guard findings == ["ok"] else {
      throw OAuthError.unreadable(
        .storeDamaged,
        "The session store \(path) is damaged (\(findings.joined(separator: "; "))). Restore a backup."
      )
    }
  }

  /// Read-only connections to the opened file.
  func openedReaders() -> SQLiteReaders {
    var configuration = configuration
    configuration.readonly = true
    return SQLiteReaders(path: file.path, configuration: configuration, limit: max(readers, 1))
  }

  private func prepare(_ database: Database) throws {
    // "WAL mode is safe from corruption with synchronous=NORMAL … WAL mode does lose durability":
    // https://www.sqlite.org/pragma.html#pragma_synchronous. If the commit of a refresh is lost, the new
    // refresh token is lost with it, and the previous one was already used. GRDB sets NORMAL when it turns
    // WAL on, so this comes after it.
    try database.execute(sql: "PRAGMA synchronous = FULL")
    guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
      throw OAuthError.store("SQLite does not sync \(file.path)")
    }
    if try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0 < schema.version {
      try database.inTransaction(.immediate) {
        // Another process may have migrated it already.
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if version < schema.version { try schema.migrate(database, from: version) }
        return .commit
      }
    }
    try checkOwner(database)
    try schema.check(database, path: file.path)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    let (seconds, attoseconds) = patience.components
    configuration.busyMode = .timeout(Double(seconds) + Double(attoseconds) / 1e18)
    configuration.maximumReaderCount = max(readers, 1)
    configuration.label = "coatcheck.records"
    configuration.prepareDatabase { database in
      // A file that another program has changed must not run functions or mislead by malformed cells.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    return configuration
  }
}
