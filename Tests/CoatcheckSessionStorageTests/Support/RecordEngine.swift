// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

/// The database that stores the records.
enum RecordEngine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite = "SQLite"
  case postgreSQL = "PostgreSQL"

  var testDescription: String { rawValue }

  /// Calls the body with an empty record store, and closes it.
  func withRecords<R>(_ body: (any RecordStore) async throws -> R) async throws -> R {
    switch self {
    case .sqlite: return try await Folder.withRecords { try await body($0) }
    case .postgreSQL:
      let records = try await RecordDatabase().open()
      let result = try await body(records)
      await records.close()
      return result
    }
  }
}
