// SPDX-License-Identifier: Apache-2.0

import GRDB
import CoatcheckFoundation

/// Finds records by their index values.
///
/// For each index value there is a sorted list of keys. The search skips from list to list to the first key
/// that is not less than the last one found, until all lists agree. The number of steps is at most the
/// length of the shortest list times the number of lists.
struct RecordSearch: Sendable {
  let index: [String: String]
  let after: String
  let limit: Int

  func keys(in database: Database) throws -> [String] {
    guard limit > 0 else { return [] }
    switch index.count {
    case 0:
      return try String.fetchAll(
        database.cachedStatement(sql: "SELECT key FROM record WHERE key > ? ORDER BY key LIMIT ?"),
        arguments: [after, limit])
    case 1:
      guard let (name, value) = index.first else { return [] }
      return try String.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT key FROM record_index WHERE name = ? AND value = ? AND key > ?
            ORDER BY key LIMIT ?
            """),
        arguments: [name, Data(value.utf8), after, limit])
    default:
      return try common(in: database)
    }
  }

  private func common(in database: Database) throws -> [String] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT key FROM record_index WHERE name = ? AND value = ? AND key >= ? ORDER BY key LIMIT 1
        """)
    // Every character of a key is greater than a space: no key lies between a key and the same key with a
    // space.
    var candidate = after.isEmpty ? "" : after + " "
    let lists = index.map { ($0.key, Data($0.value.utf8)) }
    var keys: [String] = []
    var agreeing = 0
    var next = 0
    while keys.count < limit {
      let (name, value) = lists[next]
      guard
        let found = try String.fetchOne(statement, arguments: [name, value, candidate])
      else { break }
      agreeing = found == candidate ? agreeing + 1 : 1
      candidate = found
      if agreeing == lists.count {
        keys.append(found)
        candidate = found + " "
        agreeing = 0
      }
      next = (next + 1) % lists.count
    }
    return keys
  }
}
