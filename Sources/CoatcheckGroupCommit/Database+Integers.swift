// SPDX-License-Identifier: Apache-2.0
package import GRDB
import GRDBSQLite

extension Database {
  /// The integers of the first row, read by SQLite's own functions: for a row in memory, GRDB's rows and
  /// arguments take several times as long as SQLite.
  ///
  /// - Parameters:
  ///   - sql: A statement with the values `?1`, a text, and `?2`, an integer; all columns are integers.
  ///   - text: The first value.
  ///   - number: The second value.
  /// - Returns: Nil when there is no row.
  package func integers(_ sql: String, _ text: String, _ number: Int64) throws -> [Int64]? {
    let statement = try cachedStatement(sql: sql).sqliteStatement
    defer { sqlite3_reset(statement) }
    var text = text
    let isBound = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the text.
        sqlite3_bind_text(
          statement, 1, $0.baseAddress, Int32($0.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
    guard isBound == SQLITE_OK, sqlite3_bind_int64(statement, 2, number) == SQLITE_OK else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: lastErrorMessage)
    }
    switch sqlite3_step(statement) {
    case SQLITE_DONE: return nil
    case SQLITE_ROW:
      return (0..<sqlite3_column_count(statement)).map { sqlite3_column_int64(statement, $0) }
    case let code:
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
  }
}
