// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL
import GRDB
import CoatcheckFoundation

/// A value as it is bound to a statement. Text with a NUL, which SQLite would cut, was refused before.
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

  /// What tokens are bound to, as a JSON object; NULL when that is nothing.
  static func context(_ context: GrantContext) -> StoredValue {
    context.json.map { json($0.serialized()) } ?? .null
  }

  static func json(_ bytes: [UInt8]) -> StoredValue {
    .text(String(decoding: bytes, as: UTF8.self))
  }
}

extension Database {
  /// Runs a statement which was compiled before, and counts the rows it changed.
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

  /// The first row of a query which was compiled before.
  func first(_ sql: String, _ values: StoredValue...) throws -> StoredRow? {
    let statement = try RunningStatement(sql, values, in: self)
    return try statement.step() ? statement.row : nil
  }

  /// The rows of a query which was compiled before.
  func all(_ sql: String, _ values: StoredValue...) throws -> [StoredRow] {
    let statement = try RunningStatement(sql, values, in: self)
    var rows: [StoredRow] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// The number that a query yields.
  func count(_ sql: String, _ values: StoredValue...) throws -> Int {
    let statement = try RunningStatement(sql, values, in: self)
    guard try statement.step(), case .number(let number) = statement.value(0) else { return 0 }
    return Int(number)
  }
}
