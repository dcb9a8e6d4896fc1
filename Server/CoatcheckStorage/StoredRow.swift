// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL
import CoatcheckFoundation

/// The value of a column of either engine.
typealias StoredValue = PostgreSQLRow.Content

/// Reads the columns of a row of either engine. A value whose type is not the declared one throws
/// `damaged`.
struct StoredRow {
  private enum Source {
    /// The names and the values of the columns; nil for a type that no table declares.
    case sqlite([String], [StoredValue?])
    case postgreSQL(PostgreSQLRow)
  }

  private let source: Source

  init(columns: [String], values: [StoredValue?]) { source = .sqlite(columns, values) }

  init(_ row: PostgreSQLRow) { source = .postgreSQL(row) }

  /// The values of the columns, in their order.
  var contents: [StoredValue?] {
    switch source {
    case .sqlite(_, let values): values
    case .postgreSQL(let row): row.contents
    }
  }

  func text(_ column: String) throws(StoreError) -> String {
    try required(column, optionalText(column))
  }

  func optionalText(_ column: String) throws(StoreError) -> String? {
    switch try value(column) {
    case .null: return nil
    case .text(let text): return text
    default: throw damaged(column)
    }
  }

  /// A list of texts, stored as a JSON array.
  func texts(_ column: String) throws(StoreError) -> [String] {
    let text = try text(column)
    guard let entries = try? JSONValue(parsing: Array(text.utf8)).arrayValue else {
      throw damaged(column)
    }
    let texts = entries.compactMap(\.stringValue)
    guard texts.count == entries.count else { throw damaged(column) }
    return texts
  }

  func object(_ column: String) throws(StoreError) -> JSONObject {
    let text = try text(column)
    guard let object = try? JSONObject(parsing: Array(text.utf8)) else { throw damaged(column) }
    return object
  }

  /// The context of a grant, stored as a JSON object or NULL.
  func context(_ column: String) throws(StoreError) -> GrantContext {
    try optionalText(column) == nil ? GrantContext() : GrantContext(json: object(column))
  }

  func integer(_ column: String) throws(StoreError) -> Int {
    try required(column, optionalInteger(column))
  }

  func optionalInteger(_ column: String) throws(StoreError) -> Int? {
    switch try value(column) {
    case .null: return nil
    case .number(let number): return Int(number)
    default: throw damaged(column)
    }
  }

  func time(_ column: String) throws(StoreError) -> StoredTime {
    try required(column, optionalTime(column))
  }

  func optionalTime(_ column: String) throws(StoreError) -> StoredTime? {
    try optionalInteger(column).map { StoredTime(milliseconds: Int64($0)) }
  }

  func bytes(_ column: String) throws(StoreError) -> [UInt8] {
    try required(column, optionalBytes(column))
  }

  func optionalBytes(_ column: String) throws(StoreError) -> [UInt8]? {
    switch try value(column) {
    case .null: return nil
    case .bytes(let bytes): return bytes
    default: throw damaged(column)
    }
  }

  func digest(_ column: String) throws(StoreError) -> TokenDigest {
    try required(column, optionalDigest(column))
  }

  func optionalDigest(_ column: String) throws(StoreError) -> TokenDigest? {
    guard let bytes = try optionalBytes(column) else { return nil }
    return try required(column, TokenDigest(bytes: bytes))
  }

  /// A case of an enumeration, stored by its raw value.
  func choice<Choice: RawRepresentable<String>>(_ column: String) throws(StoreError) -> Choice {
    try required(column, Choice(rawValue: text(column)))
  }

  private func value(_ column: String) throws(StoreError) -> StoredValue {
    let value: StoredValue? =
      switch source {
      case .postgreSQL(let row): row.content(column)
      case .sqlite(let columns, let values): columns.firstIndex(of: column).flatMap { values[$0] }
      }
    guard let value else { throw damaged(column) }
    return value
  }

  private func required<Value>(_ column: String, _ value: Value?) throws(StoreError) -> Value {
    guard let value else { throw damaged(column) }
    return value
  }

  private func damaged(_ column: String) -> StoreError {
    StoreError(.damaged, "column \(column) holds what is never written there")
  }
}
