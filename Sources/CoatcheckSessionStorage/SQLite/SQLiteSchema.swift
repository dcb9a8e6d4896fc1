// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import GRDB

/// The tables of a store in a file of its own, as numbered migration steps.
///
/// The file contains the number of completed steps (`user_version`). A file with more steps than this
/// program knows is not used.
struct SQLiteSchema: Sendable {
  /// Marks a file as one of this store: `PRAGMA application_id`.
  let applicationID: Int
  /// The content of such a file, for error texts.
  let content: String
  private let steps: [String]
  /// The schema that the steps produce.
  private let wanted: Result<[String], any Error>

  /// All stores with such a file.
  static let all = [records, webSessions]

  /// - Parameter steps: Each runs once, in order. The steps that are due run in one transaction.
  init(applicationID: Int, content: String, steps: [String]) {
    self.applicationID = applicationID
    self.content = content
    self.steps = steps
    wanted = Result {
      try DatabaseQueue().write { fresh in
        for step in steps { try fresh.execute(sql: step) }
        return try Self.text(fresh)
      }
    }
  }

  /// The version this program writes.
  var version: Int { steps.count }

  /// Migrates a file to the current version. Only inside a transaction.
  func migrate(_ database: Database, from version: Int) throws {
    for step in steps.dropFirst(version) { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(self.version)")
  }

  /// Checks that a file has the current tables: damage within page 1 may change a column's name.
  func check(_ database: Database, path: String) throws {
    guard try Self.text(database) == wanted.get() else {
      throw OAuthError.unreadable(
        .storeDamaged,
        "The session store \(path) is damaged: its tables are not those of version \(version). "
          + "Restore a backup.")
    }
  }

  /// The SQL of all tables and indexes, as they were created.
  private static func text(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1")
  }
}
