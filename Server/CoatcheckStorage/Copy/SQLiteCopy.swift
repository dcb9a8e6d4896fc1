// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckPostgreSQL
import GRDB
import CoatcheckFoundation

/// Reads the tables of a file, in one transaction.
struct SQLiteCopyReader: CopyReader {
  let database: Database

  func read(_ table: CopiedTable, _ body: ([CopiedRow]) throws -> Void) throws {
    let names = table.columns.map(\.name)
    let cursor = try Row.fetchCursor(
      database,
      sql: "SELECT \(names.joined(separator: ", ")) FROM \(table.name) WHERE \(table.condition)")
    var batch: [CopiedRow] = []
    while let row = try cursor.next() {
      var values: [String: PostgreSQLRow.Content] = [:]
      for (index, name) in names.enumerated() {
        let value: DatabaseValue = row[index]
        values[name] = try Self.content(value)
      }
      batch.append(CopiedRow(values: values))
      if batch.count == StoreCopy.Place.batch {
        try body(batch)
        batch = []
      }
    }
    if !batch.isEmpty { try body(batch) }
  }

  private static func content(_ value: DatabaseValue) throws(StoreError) -> PostgreSQLRow.Content {
    switch value.storage {
    case .null: .null
    case .int64(let number): .number(number)
    case .string(let text): .text(text)
    case .blob(let data): .bytes(Array(data))
    case .double: throw StoreError(.damaged, "a column holds a value of another type")
    }
  }
}

/// Fills a new file.
struct SQLiteCopyWriter: CopyWriter {
  let pool: DatabasePool

  func write(_ rows: [CopiedRow], into table: CopiedTable) throws {
    let names = table.columns.map(\.name)
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let sql =
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))"
    try pool.write { database in
      for row in rows {
        try database.change(sql, names.map { Self.value(row.values[$0] ?? .null) })
      }
    }
  }

  func finish() throws {
    try pool.writeWithoutTransaction(Opening.markClosed)
    try pool.close()
  }

  private static func value(_ content: PostgreSQLRow.Content) -> DatabaseValue {
    switch content {
    case .null: .null
    case .number(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    }
  }
}
