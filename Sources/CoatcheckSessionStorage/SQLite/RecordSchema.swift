// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import GRDB

/// The tables of ``SQLiteRecords``, as numbered steps.
///
/// The number of steps done is kept in the file (`user_version`); a file with more steps than this
/// version knows is left alone. Index values are bytes, since a text with a NUL would be cut.
enum RecordSchema {
  /// Marks a file as ours: `PRAGMA application_id`.
  static let applicationID = 0x436F_6174

  /// The version this program writes.
  static var version: Int { steps.count }

  /// Each step is done once, in order, in one transaction with the others that are due.
  private static let steps: [String] = [step1]

  /// Brings a file to today's version. Run it inside a transaction.
  static func migrate(_ database: Database, from version: Int) throws {
    for step in steps.dropFirst(version) { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(self.version)")
  }

  /// Makes sure that a file has today's tables: damage within page 1 may change a column's name.
  static func check(_ database: Database, path: String) throws {
    guard try text(database) == wanted.get() else {
      throw OAuthError.unreadable(
        .storeDamaged,
        "The session store \(path) is damaged: its tables are not those of version \(version). "
          + "Restore a backup.")
    }
  }

  private static let wanted = Result {
    try DatabaseQueue().write { fresh in
      try migrate(fresh, from: 0)
      return try text(fresh)
    }
  }

  /// What tables and indexes there are, in the words they were made with.
  private static func text(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1")
  }

  private static let step1 = """
    CREATE TABLE record (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      found_by BLOB NOT NULL,
      content BLOB NOT NULL
    ) STRICT;

    CREATE TABLE record_index (
      name TEXT NOT NULL,
      value BLOB NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY (name, value, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE damaged_record (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      found_by BLOB NOT NULL,
      content BLOB NOT NULL
    ) STRICT;
    """
}
