// SPDX-License-Identifier: Apache-2.0
import CoatcheckGroupCommit
import CoatcheckIssuer
import GRDB

/// Opens the file of an ``SQLiteStore``.
struct Opening: Sendable {
  let file: DatabaseFile
  let readers: Int
  /// Files up to this size are read completely before they are used.
  var checkedSize = 64 << 20

  func open() throws -> DatabasePool {
    try file.exclusively { try openAlone() }
  }

  /// Opens the file while no other process does: a file that one process has just begun to write must not
  /// look to another like one that a server left after a crash.
  private func openAlone() throws -> DatabasePool {
    if try file.inspect() {
      try examine()
    } else {
      try file.create { draft in
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA synchronous = FULL")
          try database.inTransaction(.immediate) {
            try Schema.create(database)
            return .commit
          }
        }
        try queue.close()
      }
    }
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    try pool.writeWithoutTransaction(prepare)
    return pool
  }

  /// Read-only connections to the opened file.
  func openedReaders() -> SQLiteReaders {
    var configuration = configuration
    configuration.readonly = true
    return SQLiteReaders(
      path: file.path, configuration: configuration, limit: configuration.maximumReaderCount)
  }

  /// Marks the file as closed properly: from now on its log may be missing.
  static func markClosed(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM state WHERE name = 'open'")
  }

  /// Checks a file without changing it.
  func examine() throws {
    let hadLog = file.hasLog
    var configuration = configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.read { database in
      try checkOwner(database)
      if file.size <= checkedSize { try checkPages(database) }
      try checkLog(database, hadLog: hadLog)
    }
    try queue.close()
  }

  private func checkOwner(_ database: Database) throws {
    let owner = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard owner == Schema.applicationID else {
      throw StoreError(.unusable, "\(file.path) is another program's database, or damaged")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= Schema.version else {
      throw StoreError(
        .newerSchema,
        "\(file.path) has schema version \(version), and this program knows versions up to "
          + "\(Schema.version); start the newer program")
    }
    guard version == Schema.version else {
      throw StoreError(.damaged, "\(file.path) has no schema version of this program")
    }
  }

  private func checkPages(_ database: Database) throws {
    let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(3)")
    guard findings == ["ok"] else {
      throw StoreError(
        .damaged, "\(file.path) is damaged (\(findings.joined(separator: "; "))); restore a backup")
    }
  }

  /// The last changes of a server are in the log until they are copied into the file. SQLite treats a
  /// missing log as empty, and would continue from an older state in which used tokens are valid.
  private func checkLog(_ database: Database, hadLog: Bool) throws {
    let isOpen =
      try Int.fetchOne(database, sql: "SELECT value FROM state WHERE name = 'open'") != nil
    guard !isOpen || hadLog else {
      throw StoreError(
        .damaged,
        "\(file.path) was in use when its server ended, and its log \(file.path)-wal is missing. Put "
          + "the log back or restore a backup. To go on without it, as with a copy that was made of "
          + "the file alone, make an empty file of that name")
    }
  }

  private func prepare(_ database: Database) throws {
    // "WAL mode is safe from corruption with synchronous=NORMAL … WAL mode does lose durability":
    // https://www.sqlite.org/pragma.html#pragma_synchronous. If a rotation is lost, the used token is valid
    // again. GRDB sets NORMAL when it turns WAL on, so this comes after it.
    try database.execute(sql: "PRAGMA synchronous = FULL")
    guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
      throw StoreError(.unusable, "SQLite does not sync \(file.path)")
    }
    // Each login touches pages all over the file. With a log of 16 MiB, the changes of many logins to one
    // page are copied into the file together, and with a cache of 16 MiB the page need not be read again
    // for each.
    try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16384")
    try database.inTransaction(.immediate) {
      try Schema.check(database)
      try database.execute(
        sql: "INSERT INTO state (name, value) VALUES ('open', 1) ON CONFLICT (name) DO NOTHING")
      return .commit
    }
    // The mark must be in the file itself, not in the log whose loss it detects.
    try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    configuration.maximumReaderCount = max(readers, 1)
    configuration.label = "coatcheck.store"
    configuration.prepareDatabase { database in
      // A file that another program has changed must not run functions or mislead by malformed cells.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    return configuration
  }
}
