// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import GRDB

/// The tables of a store in a file of its own, as numbered steps.
///
/// The number of steps done is kept in the file (`user_version`); a file with more steps than this
/// version knows is left alone.
struct SQLiteSchema: Sendable {
  /// Marks a file as one of this store: `PRAGMA application_id`.
  let applicationID: Int
  /// What is in such a file, for errors.
  let content: String
  private let steps: [String]
  /// The tables that the steps make.
  private let wanted: Result<[String], any Error>

  /// The stores that are known here.
  static let all = [records, webSessions]

  /// - Parameter steps: Each is done once, in order, in one transaction with the others that are due.
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

  /// Brings a file to today's version. Run it inside a transaction.
  func migrate(_ database: Database, from version: Int) throws {
    for step in steps.dropFirst(version) { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(self.version)")
  }

  /// Makes sure that a file has today's tables: damage within page 1 may change a column's name.
  func check(_ database: Database, path: String) throws {
    guard try Self.text(database) == wanted.get() else {
      throw OAuthError.unreadable(
        .storeDamaged,
        "The session store \(path) is damaged: its tables are not those of version \(version). "
          + "Restore a backup.")
    }
  }

  /// What tables and indexes there are, in the words they were made with.
  private static func text(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1")
  }
}
