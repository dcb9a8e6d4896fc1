// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckPostgreSQL

/// The tables of records.
///
/// Index values are stored twice: with the record, and in a table of their own. Nearly every write is a
/// refresh, which changes no index value, and then updates one row and no index.
extension PostgreSQLConnection {
  func content(of key: String) throws -> [UInt8]? {
    try first("SELECT content FROM record WHERE key = $1", .text(key))?.bytes("content")
  }

  /// The keys of the records that have all these index entries.
  func keys(where entries: RecordEntries, after: String, limit: Int) throws -> [String] {
    let bounds: [PostgreSQLValue] = [.text(after), .number(Int64(limit))]
    guard let first = entries.digests.first else {
      return try all("SELECT key FROM record WHERE key > $1 ORDER BY key LIMIT $2", bounds)
        .compactMap { $0.text("key") }
    }
    let joins = entries.digests.indices.dropFirst().map {
      " JOIN record_entry e\($0) ON e\($0).key = e0.key AND e\($0).entry = $\($0 + 3)"
    }
    let found = try all(
      """
      SELECT e0.key FROM record_entry e0\(joins.joined())
      WHERE e0.entry = $3 AND e0.key > $1 ORDER BY e0.key LIMIT $2
      """, bounds + [.bytes(first)] + entries.digests.dropFirst().map { .bytes($0) })
    return found.compactMap { $0.text("key") }
  }

  /// Replaces the content of a record if it exists with the same index values.
  ///
  /// - Returns: Whether it was replaced.
  func replaceContent(by record: StoredRecord) throws -> Bool {
    let changed = try change(
      "UPDATE record SET content = $1 WHERE key = $2 AND entries = $3",
      .bytes(record.content), .text(record.key), .bytes(RecordEntries(record.index).joined))
    return changed == 1
  }

  /// Writes a record and its index values. Only inside a transaction.
  func write(_ record: StoredRecord) throws {
    let entries = RecordEntries(record.index)
    later("DELETE FROM record_entry WHERE key = $1", .text(record.key))
    for digest in entries.digests {
      later(
        "INSERT INTO record_entry (entry, key) VALUES ($1, $2)", .bytes(digest),
        .text(record.key))
    }
    try change(
      """
      INSERT INTO record (key, entries, content) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET entries = excluded.entries, content = excluded.content
      """, .text(record.key), .bytes(entries.joined), .bytes(record.content))
  }

  func removeRecord(_ key: String) throws {
    try change(
      """
      WITH entries AS (DELETE FROM record_entry WHERE key = $1)
      DELETE FROM record WHERE key = $1
      """, .text(key))
  }

  /// Moves a record to the table of damaged records, if it has this content. Only inside a transaction.
  ///
  /// - Returns: The number of its row in that table.
  func setAside(_ key: String, ifStill content: [UInt8]) throws -> Int64? {
    let found = try first("SELECT content FROM record WHERE key = $1 FOR UPDATE", .text(key))
    guard let found, found.bytes("content") == content else { return nil }
    let row = try first(
      """
      INSERT INTO damaged_record (key, entries, content)
      SELECT key, entries, content FROM record WHERE key = $1 RETURNING number
      """, .text(key))
    try removeRecord(key)
    return row?.number("number")
  }
}
