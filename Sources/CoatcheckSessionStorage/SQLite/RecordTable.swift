// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import GRDB
import CoatcheckFoundation

/// The tables of records. Only inside a transaction.
///
/// Index values are stored twice: with the record, and in a table of their own by name and value. Nearly
/// every write is a refresh, which changes no index value, and then updates only the record's own row.
enum RecordTable {
  static func content(of key: String, in database: Database) throws -> [UInt8]? {
    guard RecordKey.isValid(key) else { return nil }
    let found = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT content FROM record WHERE key = ?"), arguments: [key])
    return try found.map { try bytes($0, "content") }
  }

  static func write(_ record: StoredRecord, in database: Database) throws {
    try RecordKey.check(record)
    let values = encoded(record.index)
    let content = Data(record.content)
    let old = try index(of: record.key, in: database)
    if old == values {
      return try database.cachedStatement(sql: "UPDATE record SET content = ? WHERE key = ?")
        .execute(arguments: [content, record.key])
    }
    if let old { try unlist(record.key, old, in: database) }
    try database.cachedStatement(
      sql: """
        INSERT INTO record (key, found_by, content) VALUES (?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET found_by = excluded.found_by, content = excluded.content
        """
    ).execute(arguments: [record.key, values, content])
    let insertion = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO record_index (name, value, key) VALUES (?, ?, ?)")
    for (name, value) in record.index {
      try insertion.execute(arguments: [name, Data(value.utf8), record.key])
    }
  }

  static func remove(_ key: String, in database: Database) throws {
    guard let old = try index(of: key, in: database) else { return }
    try unlist(key, old, in: database)
    try database.cachedStatement(sql: "DELETE FROM record WHERE key = ?").execute(arguments: [key])
  }

  /// Moves a record to the table of damaged records, if it has this content.
  ///
  /// - Returns: The number of its row in that table.
  static func setAside(
    _ key: String, ifStill content: [UInt8], in database: Database
  ) throws -> Int64? {
    guard try self.content(of: key, in: database) == content else { return nil }
    try database.cachedStatement(
      sql: """
        INSERT INTO damaged_record (key, found_by, content)
        SELECT key, found_by, content FROM record WHERE key = ?
        """
    ).execute(arguments: [key])
    let row = database.lastInsertedRowID
    try remove(key, in: database)
    return row
  }

  /// The index values that are stored with a record, encoded; nil when there is no record.
  private static func index(of key: String, in database: Database) throws -> Data? {
    guard RecordKey.isValid(key) else { return nil }
    let found = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT found_by FROM record WHERE key = ?"), arguments: [key])
    return try found.map { Data(try bytes($0, "found_by")) }
  }

  private static func unlist(_ key: String, _ index: Data, in database: Database) throws {
    guard let values = try? JSONObject(parsing: [UInt8](index)) else {
      // The stored index values are unreadable: this scans every entry, which is slow but complete.
      return try database.execute(sql: "DELETE FROM record_index WHERE key = ?", arguments: [key])
    }
    let deletion = try database.cachedStatement(
      sql: "DELETE FROM record_index WHERE name = ? AND value = ? AND key = ?")
    for (name, value) in values {
      try deletion.execute(arguments: [name, Data((value.stringValue ?? "").utf8), key])
    }
  }

  /// Index values as JSON; equal ones give equal bytes.
  private static func encoded(_ index: [String: String]) -> Data {
    var json = JSONObject()
    for (name, value) in index.sorted(by: { $0.key < $1.key }) { json[name] = .string(value) }
    return Data(json.serialized())
  }

  private static func bytes(_ row: Row, _ column: String) throws(OAuthError) -> [UInt8] {
    guard let value: DatabaseValue = row[column], case .blob(let data) = value.storage else {
      throw .unreadable(
        .storeDamaged, "The session store is damaged: column \(column) holds no bytes.")
    }
    return Array(data)
  }
}
