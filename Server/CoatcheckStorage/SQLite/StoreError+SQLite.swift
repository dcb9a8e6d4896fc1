// SPDX-License-Identifier: Apache-2.0
import CoatcheckGroupCommit
import CoatcheckIssuer
import GRDB

extension StoreError {
  /// The error of the store for a failure of SQLite.
  init(from error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case GroupWriteError.closed: self.init(.unavailable, "the store is closed")
    case GroupWriteError.queueIsFull:
      self.init(.unavailable, "too many writes wait for the disk")
    case GroupWriteError.undone:
      self.init(.unavailable, "the disk is full or failed; nothing was changed")
    case let error as DatabaseError:
      // Only the message of SQLite itself: the statement's arguments are data of users.
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
