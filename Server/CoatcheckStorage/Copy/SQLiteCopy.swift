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
    let rows = try RunningStatement(
      "SELECT \(names.joined(separator: ", ")) FROM \(table.name) WHERE \(table.condition)",
      in: database)
    var batch: [CopiedRow] = []
    while try rows.step() {
      var values: [String: StoredValue] = [:]
      for (index, name) in names.enumerated() {
        guard let value = rows.value(index) else {
          throw StoreError(.damaged, "a column holds a value of another type")
        }
        values[name] = value
      }
      batch.append(CopiedRow(values: values))
      if batch.count == StoreCopy.Place.batch {
        try body(batch)
        batch = []
      }
    }
    if !batch.isEmpty { try body(batch) }
  }
}

/// Writes the tables of a new file.
struct SQLiteCopyWriter: CopyWriter {
  let pool: DatabasePool

  func write(_ rows: [CopiedRow], into table: CopiedTable) throws {
    let names = table.columns.map(\.name)
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let sql =
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))"
    try pool.write { database in
      for row in rows {
        try database.change(sql, names.map { row.values[$0] ?? .null })
      }
    }
  }

  func finish() throws {
    try pool.writeWithoutTransaction(Opening.markClosed)
    try pool.close()
  }
}
