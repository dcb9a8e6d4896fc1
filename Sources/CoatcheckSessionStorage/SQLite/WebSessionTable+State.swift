// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb
import GRDB
import GRDBSQLite

extension WebSessionTable {
  /// Reads the state of a session by SQLite's own functions: GRDB's rows and arguments take several times as long as
  /// SQLite does for a row that is in memory, and each page of a signed-in user waits for this one.
  static func state(
    _ key: String, at now: Date, in database: Database
  ) throws -> WebSessionState? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT started_at, ends_at, idles_at, version FROM web_session
        WHERE key = ?1 AND ends_at > ?2 AND idles_at > ?2
        """
    ).sqliteStatement
    defer { sqlite3_reset(statement) }
    var key = key
    let isBound = key.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies what is bound.
        sqlite3_bind_text(
          statement, 1, $0.baseAddress, Int32($0.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
    guard isBound == SQLITE_OK, sqlite3_bind_int64(statement, 2, now.microseconds) == SQLITE_OK
    else { throw DatabaseError(message: database.lastErrorMessage) }
    switch sqlite3_step(statement) {
    case SQLITE_DONE: return nil
    case SQLITE_ROW: break
    case let code:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
    let columns = (0..<4).map { sqlite3_column_int64(statement, $0) }
    return WebSessionState(
      startedAt: Date(microseconds: columns[0]), endsAt: Date(microseconds: columns[1]),
      idlesAt: Date(microseconds: columns[2]), version: Int(columns[3]))
  }
}
