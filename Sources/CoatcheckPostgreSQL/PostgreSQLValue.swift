// SPDX-License-Identifier: Apache-2.0

/// A parameter of a statement. It is sent apart from the statement's text, in binary form and with its
/// type.
package enum PostgreSQLValue: Sendable, Equatable {
  /// `text`. It must not contain a NUL, which the database refuses.
  case text(String?)
  /// `bigint`.
  case number(Int64?)
  /// `bytea`.
  case bytes([UInt8]?)

  /// The OID of the type:
  /// https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/catalog/pg_type.dat.
  var type: UInt32 {
    switch self {
    case .text: PostgreSQLType.text
    case .number: PostgreSQLType.bigint
    case .bytes: PostgreSQLType.bytea
    }
  }

  /// The binary form; nil for NULL.
  var encoded: [UInt8]? {
    switch self {
    case .text(let text): text.map { Array($0.utf8) }
    case .number(let number): number.map { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    case .bytes(let bytes): bytes
    }
  }
}

/// The OIDs of the types that are read and written.
enum PostgreSQLType {
  static let boolean: UInt32 = 16
  static let bytea: UInt32 = 17
  static let bigint: UInt32 = 20
  static let integer: UInt32 = 23
  static let text: UInt32 = 25
}
