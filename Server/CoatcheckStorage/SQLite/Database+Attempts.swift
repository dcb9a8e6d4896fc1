// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import GRDB

// The table of attempts. Only inside a transaction.

extension Database {
  /// The attempts that were counted for a key, also when their window has passed.
  func attempts(_ key: String) throws -> AttemptWindow? {
    try first("SELECT count, until FROM attempt WHERE name = ?", Bound.text(key))
      .map { AttemptWindow(count: try $0.integer("count"), until: try $0.time("until")) }
  }

  /// Counts one more attempt.
  func count(_ limit: AttemptLimit, at now: StoredTime) throws -> Attempt {
    let (counted, attempt) = AttemptWindow.counted(
      after: try attempts(limit.key), by: limit, at: now)
    try change(
      """
      INSERT INTO attempt (name, count, until) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET count = excluded.count, until = excluded.until
      """,
      Bound.text(limit.key), Bound.integer(counted.count), Bound.time(counted.until))
    return attempt
  }
}
