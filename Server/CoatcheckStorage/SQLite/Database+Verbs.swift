// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import GRDB
import CoatcheckFoundation

/// A value as it is bound to a statement. Text with a NUL, which SQLite would cut, was refused before.
enum Bound {
  static func text(_ text: String?) -> DatabaseValue { text?.databaseValue ?? .null }
  static func integer(_ number: Int?) -> DatabaseValue { number?.databaseValue ?? .null }
  static func time(_ date: Date) -> DatabaseValue { time(StoredTime(date)) }
  static func time(_ time: StoredTime?) -> DatabaseValue {
    time?.milliseconds.databaseValue ?? .null
  }
  static func bytes(_ bytes: [UInt8]?) -> DatabaseValue {
    bytes.map { Data($0).databaseValue } ?? .null
  }
  static func digest(_ digest: TokenDigest?) -> DatabaseValue { bytes(digest?.bytes) }

  /// A list of texts, as a JSON array.
  static func texts(_ texts: [String]) -> DatabaseValue {
    json(JSONValue.array(texts.map(JSONValue.string)).serialized())
  }

  /// What tokens are bound to, as a JSON object; NULL when that is nothing.
  static func context(_ context: GrantContext) -> DatabaseValue {
    context.json.map { json($0.serialized()) } ?? .null
  }

  static func json(_ bytes: [UInt8]) -> DatabaseValue {
    String(decoding: bytes, as: UTF8.self).databaseValue
  }
}

extension StatementArguments {
  /// The values as they are. GRDB's initialiser for values of one type makes a key path each time, which takes
  /// longer than most statements.
  fileprivate static func bound(_ values: [DatabaseValue]) -> StatementArguments {
    StatementArguments(values as [(any DatabaseValueConvertible)?])
  }
}

extension Database {
  /// Runs a statement which was compiled before, and counts the rows it changed.
  @discardableResult
  func change(_ sql: String, _ values: DatabaseValue...) throws -> Int {
    try change(sql, values)
  }

  @discardableResult
  func change(_ sql: String, _ values: [DatabaseValue]) throws -> Int {
    try cachedStatement(sql: sql).execute(arguments: .bound(values))
    return changesCount
  }

  /// The first row of a query which was compiled before.
  func first(_ sql: String, _ values: DatabaseValue...) throws -> StoredRow? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: .bound(values))
      .map { StoredRow($0) }
  }

  /// The rows of a query which was compiled before.
  func all(_ sql: String, _ values: DatabaseValue...) throws -> [StoredRow] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: .bound(values))
      .map { StoredRow($0) }
  }

  /// The number that a query yields.
  func count(_ sql: String, _ values: DatabaseValue...) throws -> Int {
    try Int.fetchOne(cachedStatement(sql: sql), arguments: .bound(values)) ?? 0
  }
}
