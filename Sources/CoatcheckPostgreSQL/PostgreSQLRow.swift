// SPDX-License-Identifier: Apache-2.0
import CLibPQ

/// The result of one statement.
final class PostgreSQLResult {
  let handle: OpaquePointer
  let libpq: LibPQ
  let columns: [String: Int32]

  init(_ handle: OpaquePointer, of statement: PreparedStatement, _ libpq: LibPQ) {
    self.handle = handle
    self.libpq = libpq
    if let known = statement.columns {
      columns = known
    } else {
      var names: [String: Int32] = [:]
      for index in 0..<libpq.call.PQnfields(handle) {
        if let name = libpq.call.PQfname(handle, index) { names[String(cString: name)] = index }
      }
      columns = names
      statement.columns = names
    }
  }

  deinit { libpq.call.PQclear(handle) }

  var count: Int { Int(libpq.call.PQntuples(handle)) }

  var rows: [PostgreSQLRow] { (0..<libpq.call.PQntuples(handle)).map { PostgreSQLRow(self, $0) } }

  /// How many rows were changed or returned.
  var changed: Int { libpq.call.PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// The command tag of the result, such as `COMMIT`.
  var tag: String { libpq.call.PQcmdStatus(handle).map { String(cString: $0) } ?? "" }
}

/// A row of a result.
package struct PostgreSQLRow {
  /// The value of a column.
  package enum Content: Equatable {
    case null
    case text(String)
    case number(Int64)
    case bytes([UInt8])
  }

  private let result: PostgreSQLResult
  private let index: Int32

  init(_ result: PostgreSQLResult, _ index: Int32) {
    self.result = result
    self.index = index
  }

  /// The values of the columns, in their order; nil for a type that is not decoded.
  package var contents: [Content?] {
    (0..<result.libpq.call.PQnfields(result.handle)).map { content(at: $0) }
  }

  /// The value of a column; nil when the column does not exist, or its type is not decoded.
  package func content(_ column: String) -> Content? {
    result.columns[column].flatMap { content(at: $0) }
  }

  private func content(at place: Int32) -> Content? {
    if result.libpq.call.PQgetisnull(result.handle, index, place) == 1 { return .null }
    guard let start = result.libpq.call.PQgetvalue(result.handle, index, place) else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: start, count: Int(result.libpq.call.PQgetlength(result.handle, index, place)))
    switch result.libpq.call.PQftype(result.handle, place) {
    case PostgreSQLType.text: return .text(String(decoding: bytes, as: UTF8.self))
    case PostgreSQLType.bytea: return .bytes(Array(bytes))
    case PostgreSQLType.bigint where bytes.count == 8:
      return .number(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    case PostgreSQLType.integer where bytes.count == 4:
      return .number(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
    case PostgreSQLType.boolean where bytes.count == 1: return .number(bytes[0] == 0 ? 0 : 1)
    default: return nil
    }
  }

  /// A number; nil when the column holds something else.
  package func number(_ column: String) -> Int64? {
    if case .number(let number) = content(column) { number } else { nil }
  }

  /// Bytes; nil when the column holds something else.
  package func bytes(_ column: String) -> [UInt8]? {
    if case .bytes(let bytes) = content(column) { bytes } else { nil }
  }

  /// A text; nil when the column holds something else.
  package func text(_ column: String) -> String? {
    if case .text(let text) = content(column) { text } else { nil }
  }
}
