// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Signs a browser out.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/signOut(_:reason:at:)``.
  public func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    return try await write { database in
      let found = try database.first(
        "SELECT * FROM login WHERE digest = ? AND expires_at > ?", Bound.digest(digest),
        Bound.time(now))
      guard let login = try found.map(LoginSession.init(row:)) else { return nil }
      return try database.end(login, reason, at: now)
    }
  }

  /// Ends one login session of a user.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/endSession(_:of:reason:at:)``.
  public func endSession(
    _ sid: String, of userID: String, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    guard StoredText.accepts([sid, userID]) else { return nil }
    return try await write { database in
      let found = try database.first(
        "SELECT * FROM login WHERE user_id = ? AND sid = ? AND expires_at > ? ORDER BY digest",
        Bound.text(userID), Bound.text(sid), Bound.time(now))
      guard let login = try found.map(LoginSession.init(row:)) else { return nil }
      return try database.end(login, reason, at: now)
    }
  }

  /// Ends everything that a user is signed in with.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/endSessions(of:keeping:reason:at:)``.
  public func endSessions(
    of id: String, keeping kept: KeptSession, reason: String, at now: Date
  ) async throws(StoreError) -> EndedUser {
    try StoredText.check([reason], of: "revocation")
    guard StoredText.accepts([id]) else { return EndedUser(logins: [], families: []) }
    return try await write { database in
      try database.endSessions(of: id, keeping: kept, reason, at: now)
    }
  }
}
