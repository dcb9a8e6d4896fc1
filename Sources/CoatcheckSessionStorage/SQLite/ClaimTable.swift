// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import GRDB

/// The table of claimed IDs, each of which is accepted once until its end. Only inside a transaction.
enum ClaimTable {
  /// - Returns: Whether the ID was not claimed, or its claim had reached its end.
  static func add(
    _ id: String, until end: Date, at now: Date, in database: Database
  ) throws -> Bool {
    try database.cachedStatement(
      sql: """
        INSERT INTO claimed (id, until) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET until = excluded.until WHERE claimed.until <= ?
        """
    ).execute(arguments: [id, end.microseconds, now.microseconds])
    return database.changesCount == 1
  }

  static func remove(_ id: String, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM claimed WHERE id = ?").execute(arguments: [id])
  }

  /// Deletes claims whose end has passed.
  ///
  /// - Parameter limit: The maximum number of claims to delete.
  static func forget(at now: Date, limit: Int, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM claimed WHERE id IN (SELECT id FROM claimed WHERE until <= ? LIMIT ?)
        """
    ).execute(arguments: [now.microseconds, limit])
  }
}
