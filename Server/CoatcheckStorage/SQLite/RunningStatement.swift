// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import GRDB
import GRDBSQLite

/// A cached statement with values bound to it, until it goes out of scope.
///
/// It calls SQLite's own functions: for a row in memory, GRDB's rows and arguments take several times as
/// long as SQLite.
struct RunningStatement: ~Copyable {
  private let statement: Statement
  private let database: Database
  private var handle: OpaquePointer { statement.sqliteStatement }

  init(_ sql: String, _ values: [StoredValue] = [], in database: Database) throws {
    let statement = try database.cachedStatement(sql: sql)
    let handle = statement.sqliteStatement
    guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a value is missing", sql: sql)
    }
    for (index, value) in values.enumerated() {
      let code = Self.bind(value, to: Int32(index + 1), of: handle)
      guard code == SQLITE_OK else { throw Self.failure(code, in: database) }
    }
    self.statement = statement
    self.database = database
  }

  deinit {
    // step() has thrown the error already; sqlite3_reset only repeats it.
    sqlite3_reset(statement.sqliteStatement)
    sqlite3_clear_bindings(statement.sqliteStatement)
  }

  /// Moves to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw Self.failure(code, in: database)
    }
  }

  /// The current row, after ``step()``.
  var row: StoredRow {
    let names = statement.columnNames
    // A later version of this program may have added columns at the end.
    return StoredRow(columns: names, values: names.indices.map { value($0) })
  }

  /// A value of the current row; nil for a type that no table declares.
  func value(_ index: Int) -> StoredValue? {
    let column = Int32(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .number(sqlite3_column_int64(handle, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, column)
      return .text(
        String(decoding: UnsafeBufferPointer(start: start, count: length(column)), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, column)
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: length(column))))
    default: return nil
    }
  }

  /// The size in bytes of the text or blob that was read last.
  private func length(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

  private static func bind(
    _ value: StoredValue, to place: Int32, of handle: OpaquePointer
  ) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, place)
    case .number(let number): return sqlite3_bind_int64(handle, place, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(handle, place, $0.baseAddress, Int32($0.count), isCopied)
        }
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        // A nil address would bind NULL.
        $0.isEmpty
          ? sqlite3_bind_zeroblob(handle, place, 0)
          : sqlite3_bind_blob(handle, place, $0.baseAddress, Int32($0.count), isCopied)
      }
    }
  }

  /// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the value.
  private static var isCopied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private static func failure(_ code: Int32, in database: Database) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
  }
}
