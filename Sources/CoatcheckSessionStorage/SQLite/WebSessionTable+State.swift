// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckGroupCommit
import CoatcheckWeb
import GRDB

extension WebSessionTable {
  /// The state of a session, which is read for every page of a signed-in user.
  static func state(
    _ key: String, at now: Date, in database: Database
  ) throws -> WebSessionState? {
    let columns = try database.integers(
      """
      SELECT started_at, ends_at, idles_at, version FROM web_session
      WHERE key = ?1 AND ends_at > ?2 AND idles_at > ?2
      """, key, now.microseconds)
    return columns.map {
      WebSessionState(
        startedAt: Date(microseconds: $0[0]), endsAt: Date(microseconds: $0[1]),
        idlesAt: Date(microseconds: $0[2]), version: Int($0[3]))
    }
  }
}
