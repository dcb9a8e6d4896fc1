// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL

/// A table in both engines. PostgreSQL has the same columns, and some that are derived from them.
struct CopiedTable: Sendable {
  enum Kind: Sendable { case text, number, bytes }

  struct Column: Sendable {
    let name: String
    let kind: Kind
    /// Its name in PostgreSQL, if that is different.
    var other: String?

    var inPostgreSQL: String { other ?? name }
  }

  struct Derived: Sendable {
    let name: String
    /// Derives the value from the columns of a row.
    let value: @Sendable (CopiedRow) throws -> PostgreSQLValue
  }

  let name: String
  /// Its name in PostgreSQL, if that is different.
  var other: String?
  let columns: [Column]
  /// The columns of its primary key in PostgreSQL, in whose order the rows are read.
  let order: [String]
  var derived: [Derived] = []
  /// The SQL condition for the rows that are copied.
  var condition = "1 = 1"
  /// Whether PostgreSQL assigns `key` to new rows.
  var isNumbered = false

  var inPostgreSQL: String { other ?? name }
}

/// A row that is copied, by the names of its columns in SQLite.
struct CopiedRow: Sendable {
  let values: [String: PostgreSQLRow.Content]

  func text(_ column: String) throws(StoreError) -> String {
    guard case .text(let text) = values[column] else {
      throw StoreError(.damaged, "column \(column) holds what is never written there")
    }
    return text
  }
}

extension PostgreSQLRow.Content {
  /// The same value as a parameter for a column of this kind.
  func parameter(_ kind: CopiedTable.Kind) throws(StoreError) -> PostgreSQLValue {
    switch (kind, self) {
    case (.text, .null): .text(nil)
    case (.number, .null): .number(nil)
    case (.bytes, .null): .bytes(nil)
    case (.text, .text(let text)): .text(text)
    case (.number, .number(let number)): .number(number)
    case (.bytes, .bytes(let bytes)): .bytes(bytes)
    default: throw StoreError(.damaged, "a column holds a value of another type")
    }
  }
}
