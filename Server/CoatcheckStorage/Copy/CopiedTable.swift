// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL

/// A table as it is in both engines: the same columns, and in PostgreSQL some that are made of them.
struct CopiedTable: Sendable {
  enum Kind: Sendable { case text, number, bytes }

  struct Column: Sendable {
    let name: String
    let kind: Kind
    /// Its name in PostgreSQL, if it is another one.
    var other: String?

    var inPostgreSQL: String { other ?? name }
  }

  struct Derived: Sendable {
    let name: String
    /// Makes it of the columns of a row.
    let value: @Sendable (CopiedRow) throws -> PostgreSQLValue
  }

  let name: String
  /// Its name in PostgreSQL, if it is another one.
  var other: String?
  let columns: [Column]
  /// What rows are read in the order of in PostgreSQL: its primary key, of these columns or derived.
  let order: [String]
  var derived: [Derived] = []
  /// Which rows are copied.
  var condition = "1 = 1"
  /// Whether `key` is given by PostgreSQL to new rows.
  var isNumbered = false

  var inPostgreSQL: String { other ?? name }
}

/// A row on its way, by the names of its columns in SQLite.
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
  /// The same value as a parameter of a column's kind.
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
