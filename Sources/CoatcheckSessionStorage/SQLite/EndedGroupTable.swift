// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckWeb
import GRDB

/// The table of ended groups, whose sessions can no longer be opened. Only inside a transaction.
enum EndedGroupTable {
  /// Whether a session was ended before it was opened.
  static func contains(
    _ record: WebSessionRecord, at now: Date, in database: Database
  ) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT 1 FROM ended_group
        WHERE kind = ? AND hash = ? AND started_before > ? AND until > ? LIMIT 1
        """)
    for group in record.groups {
      let found = try Int.fetchOne(
        statement,
        arguments: [
          group.column, group.hash, record.startedAt.microseconds, now.microseconds,
        ])
      if found != nil { return true }
    }
    return false
  }

  /// Adds an ended group, and deletes the entries of the same group that it covers.
  static func add(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, in database: Database
  ) throws {
    let (time, end) = (time.microseconds, end.microseconds)
    try database.cachedStatement(
      sql: """
        DELETE FROM ended_group
        WHERE kind = ? AND hash = ? AND started_before <= ? AND until <= ?
        """
    ).execute(arguments: [group.column, group.hash, time, end])
    try database.cachedStatement(
      sql: """
        INSERT INTO ended_group (kind, hash, started_before, until) VALUES (?, ?, ?, ?)
        ON CONFLICT (kind, hash, started_before) DO NOTHING
        """
    ).execute(arguments: [group.column, group.hash, time, end])
  }

  /// Deletes entries whose time has passed.
  ///
  /// - Parameter limit: The maximum number of entries to delete.
  static func forget(at now: Date, limit: Int, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM ended_group WHERE (kind, hash, started_before) IN (
          SELECT kind, hash, started_before FROM ended_group WHERE until <= ? LIMIT ?)
        """
    ).execute(arguments: [now.microseconds, limit])
  }
}
