// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL
import GRDB
import CoatcheckFoundation

/// A value that is bound to a statement. Text with a NUL, at which SQLite would cut it, was refused before.
enum Bound {
  static func text(_ text: String?) -> StoredValue { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int?) -> StoredValue { number.map { .number(Int64($0)) } ?? .null }
  static func time(_ date: Date) -> StoredValue { time(StoredTime(date)) }
  static func time(_ time: StoredTime?) -> StoredValue {
    time.map { .number($0.milliseconds) } ?? .null
  }
  static func bytes(_ bytes: [UInt8]?) -> StoredValue {
    bytes.map { .bytes($0) } ?? .null
  }
  static func digest(_ digest: TokenDigest?) -> StoredValue { bytes(digest?.bytes) }

  /// A list of texts, as a JSON array.
  static func texts(_ texts: [String]?) -> StoredValue {
    texts.map { json(JSONValue.array($0.map(JSONValue.string)).serialized()) } ?? .null
  }

  /// The context of a grant, as a JSON object; NULL for an empty one.
  static func context(_ context: GrantContext) -> StoredValue {
    context.json.map { json($0.serialized()) } ?? .null
  }

  static func json(_ bytes: [UInt8]) -> StoredValue {
    .text(String(decoding: bytes, as: UTF8.self))
  }
}

extension Database {
  /// Runs a cached statement, and returns the number of rows that it changed.
  @discardableResult
  func change(_ sql: String, _ values: StoredValue...) throws -> Int {
    try change(sql, values)
  }

  @discardableResult
  func change(_ sql: String, _ values: [StoredValue]) throws -> Int {
    let statement = try RunningStatement(sql, values, in: self)
    while try statement.step() {}
    return changesCount
  }

  /// The first row of a cached query.
  func first(_ sql: String, _ values: StoredValue...) throws -> StoredRow? {
    let statement = try RunningStatement(sql, values, in: self)
    return try statement.step() ? statement.row : nil
  }

  /// The rows of a cached query.
  func all(_ sql: String, _ values: StoredValue...) throws -> [StoredRow] {
    let statement = try RunningStatement(sql, values, in: self)
    var rows: [StoredRow] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// The number that a query returns.
  func count(_ sql: String, _ values: StoredValue...) throws -> Int {
    let statement = try RunningStatement(sql, values, in: self)
    guard try statement.step(), case .number(let number) = statement.value(0) else { return 0 }
    return Int(number)
  }
}
