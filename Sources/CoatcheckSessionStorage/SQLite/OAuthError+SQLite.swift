// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckGroupCommit
import CoatcheckOAuth
import GRDB

extension OAuthError {
  /// The error of the store for a failure of SQLite: it cannot be used now, or it is damaged. Neither means
  /// that the user is signed out.
  static func sqlite(_ error: any Error, path: String) -> OAuthError {
    if let error = OAuthError.known(error) { return error }
    switch error {
    case GroupWriteError.closed: return .store("\(path) is closed")
    case GroupWriteError.queueIsFull: return .store("too many writes wait for the disk")
    case GroupWriteError.undone: return .store("the disk is full or failed; nothing was changed")
    default: break
    }
    guard let error = error as? DatabaseError else {
      return .store("\(path) cannot be used (\(type(of: error)))")
    }
    // Only the message of SQLite itself: the statement's arguments are data of users.
    let text = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return .unreadable(
        .storeDamaged,
        "The session store \(path) does not begin like an SQLite database. Restore a backup, or name "
          + "another file.")
    case .SQLITE_CORRUPT, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR:
      return .unreadable(
        .storeDamaged, "The session store \(path) is damaged (\(text)). Restore a backup.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return .store("another process keeps \(path) busy (\(text))")
    default:
      return .store("\(path) cannot be used (\(text))")
    }
  }
}
