// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckPostgreSQL

/// The table of claimed IDs, each of which is accepted once until its end.
extension PostgreSQLConnection {
  /// - Returns: Whether the ID was not claimed, or its claim had reached its end.
  func claim(_ id: String, until end: Date, at now: Date) throws -> Bool {
    try change(
      """
      INSERT INTO claimed (id, until) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET until = excluded.until WHERE claimed.until <= $3
      """, .text(id), .time(end), .time(now)) == 1
  }

  func releaseClaim(_ id: String) throws {
    try change("DELETE FROM claimed WHERE id = $1", .text(id))
  }

  /// Deletes claims and ended groups whose time has passed, together with the next statement. Only inside a
  /// transaction.
  ///
  /// - Parameter limit: The maximum number of rows to delete in each table.
  func forget(at now: Date, limit: Int) {
    // A row is checked again when it is locked: an ID that was claimed again at the same time stays.
    later(
      """
      WITH found AS MATERIALIZED (
        SELECT id FROM claimed WHERE until <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      DELETE FROM claimed WHERE id IN (SELECT id FROM found)
      """, .time(now), .number(Int64(limit)))
    later(
      """
      WITH found AS MATERIALIZED (
        SELECT kind, hash, started_before FROM ended_group
        WHERE until <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      DELETE FROM ended_group
      WHERE (kind, hash, started_before) IN (SELECT kind, hash, started_before FROM found)
      """, .time(now), .number(Int64(limit)))
  }
}

extension PostgreSQLValue {
  /// A time: whole microseconds since 1970.
  static func time(_ date: Date) -> PostgreSQLValue { .number(date.microseconds) }
}
