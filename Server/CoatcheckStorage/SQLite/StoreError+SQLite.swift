// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import GRDB

extension StoreError {
  /// What a failure of SQLite means for those who use the store.
  init(from error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError:
      // Only SQLite's own words: the statement's arguments are people's data.
      let text = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR:
        self.init(.damaged, text)
      case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG: self.init(.invalidRecord, text)
      default: self.init(.unavailable, text)
      }
    default: self.init(.unavailable, "the database failed: \(type(of: error))")
    }
  }
}
