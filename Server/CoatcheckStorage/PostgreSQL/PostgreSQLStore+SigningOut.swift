// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Signs a browser out.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/signOut(_:reason:at:)``.
  public func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    return try await write { database in
      // Of concurrent calls for one login session, the first deletes the row and returns what ended.
      let found = try database.first(
        "DELETE FROM login WHERE digest = $1 AND expires_at > $2 RETURNING \(Columns.login)",
        .digest(digest), .time(now))
      guard let login = try found.map({ try LoginSession(row: $0.stored) }) else { return nil }
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
        """
        DELETE FROM login WHERE digest = (
          SELECT digest FROM login WHERE user_id = $1 AND sid = $2 AND expires_at > $3
          ORDER BY digest LIMIT 1)
        RETURNING \(Columns.login)
        """,
        .text(userID), .text(sid), .time(now))
      guard let login = try found.map({ try LoginSession(row: $0.stored) }) else { return nil }
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
      database.lock(.user(id))
      return try database.endSessions(of: id, keeping: kept, reason, at: now)
    }
  }
}
