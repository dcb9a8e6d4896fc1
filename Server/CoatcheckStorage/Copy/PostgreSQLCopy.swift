// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckPostgreSQL

/// Reads the tables of a database page by page in the order of their keys, so that only one page is in
/// memory.
struct PostgreSQLCopyReader: CopyReader {
  let connection: PostgreSQLConnection

  func read(_ table: CopiedTable, _ body: ([CopiedRow]) throws -> Void) throws {
    let order = table.order.joined(separator: ", ")
    // Columns that SQLite does not have are read only for the order.
    let known = table.columns.map(\.inPostgreSQL)
    let list = (known + table.order.filter { !known.contains($0) }).joined(separator: ", ")
    var last: [PostgreSQLValue] = []
    while true {
      let places = last.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      let after = last.isEmpty ? "" : "AND (\(order)) > (\(places))"
      let rows = try connection.all(
        """
        SELECT \(list) FROM \(table.inPostgreSQL) WHERE \(table.condition) \(after)
        ORDER BY \(order) LIMIT \(StoreCopy.Place.batch)
        """,
        last)
      guard let end = rows.last else { return }
      try body(
        rows.map { row in
          var values: [String: PostgreSQLRow.Content] = [:]
          for column in table.columns {
            guard let content = row.content(column.inPostgreSQL) else {
              throw StoreError(.damaged, "column \(column.name) has another type")
            }
            values[column.name] = content
          }
          return CopiedRow(values: values)
        })
      if rows.count < StoreCopy.Place.batch { return }
      last = try table.order.map { name in
        switch end.content(name) {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .bytes(let bytes): .bytes(bytes)
        default: throw StoreError(.damaged, "a row has no key")
        }
      }
    }
  }
}

/// Writes the tables of a database.
struct PostgreSQLCopyWriter: CopyWriter {
  let connection: PostgreSQLConnection

  func write(_ rows: [CopiedRow], into table: CopiedTable) throws {
    let names = table.columns.map(\.inPostgreSQL) + table.derived.map(\.name)
    let places = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let sql = """
      INSERT INTO \(table.inPostgreSQL) (\(names.joined(separator: ", ")))
      OVERRIDING SYSTEM VALUE VALUES (\(places))
      """
    try connection.transaction { connection in
      for row in rows {
        let own = try table.columns.map { column in
          try (row.values[column.name] ?? .null).parameter(column.kind)
        }
        connection.later(sql, own + (try table.derived.map { try $0.value(row) }))
      }
    }
  }

  func finish() throws {
    for table in CopiedTable.all where table.isNumbered {
      // The next new row must not get a number of a copied row.
      try connection.change(
        """
        SELECT setval(pg_get_serial_sequence('\(table.inPostgreSQL)', 'key'), max(key) + 1, false)
        FROM \(table.inPostgreSQL)
        """)
    }
    try connection.change("ANALYZE")
  }
}
