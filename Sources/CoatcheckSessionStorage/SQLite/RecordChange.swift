// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import GRDB

/// A change of the stored records.
enum RecordChange: Sendable {
  case write([StoredRecord])
  case remove(String)
  case setAside(String, [UInt8])

  /// - Returns: The number of the row that a damaged record was moved to.
  func make(in database: Database) throws -> Int64? {
    switch self {
    case .write(let records):
      for record in records { try RecordTable.write(record, in: database) }
      return nil
    case .remove(let key):
      try RecordTable.remove(key, in: database)
      return nil
    case .setAside(let key, let content):
      return try RecordTable.setAside(key, ifStill: content, in: database)
    }
  }
}
