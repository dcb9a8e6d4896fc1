// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import GRDB

/// What happens once, until it may be forgotten. Use these inside a transaction.
enum ClaimTable {
  /// - Returns: Whether it is noted for the first time, or again after its end.
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

  /// Forgets what may be forgotten.
  ///
  /// - Parameter limit: The maximum number to forget.
  static func forget(at now: Date, limit: Int, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM claimed WHERE id IN (SELECT id FROM claimed WHERE until <= ? LIMIT ?)
        """
    ).execute(arguments: [now.microseconds, limit])
  }
}
