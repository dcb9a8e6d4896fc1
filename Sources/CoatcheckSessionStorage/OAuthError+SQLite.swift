// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import GRDB

extension OAuthError {
  /// What a failure of SQLite means for those who use the store: it can't be used now, or it is damaged.
  /// Neither means that nobody is signed in.
  static func sqlite(_ error: any Error, path: String) -> OAuthError {
    if let error = OAuthError.known(error) { return error }
    guard let error = error as? DatabaseError else {
      return .store("\(path) can't be used (\(type(of: error)))")
    }
    // Only SQLite's own words: the statement's arguments are people's data.
    let text = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return .unreadable(
        .storeDamaged,
        "The session store \(path) doesn't begin like an SQLite database. Restore a backup, or name "
          + "another file.")
    case .SQLITE_CORRUPT, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR:
      return .unreadable(
        .storeDamaged, "The session store \(path) is damaged (\(text)). Restore a backup.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return .store("another process keeps \(path) busy (\(text))")
    default:
      return .store("\(path) can't be used (\(text))")
    }
  }
}
