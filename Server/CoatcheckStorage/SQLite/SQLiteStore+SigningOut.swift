// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// See ``IssuerStore/signOut(_:reason:at:)``.
  public func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession? {
    try StoredText.check([reason], of: "revocation")
    return try await write { database in
      let found = try database.first(
        "SELECT * FROM login WHERE digest = ? AND expires_at > ?", Bound.digest(digest),
        Bound.time(now))
      guard let login = try found.map(LoginSession.init(row:)) else { return nil }
      let (user, session) = (Bound.text(login.userID), Bound.text(login.sid))
      try database.change("DELETE FROM login WHERE digest = ?", Bound.digest(digest))
      try database.change("DELETE FROM login WHERE user_id = ? AND sid = ?", user, session)
      try database.change(
        "DELETE FROM code WHERE user_id = ? AND session_id = ? AND family_id IS NULL", user, session
      )
      let families = try database.all(
        "SELECT * FROM family WHERE session_id = ? AND revoked_at IS NULL ORDER BY created_at, id",
        session
      ).map(RefreshFamily.init(row:))
      for family in families where !family.outlivesSession {
        try database.change(
          "UPDATE family SET revoked_at = ?, revocation_reason = ? WHERE id = ?", Bound.time(now),
          Bound.text(reason), Bound.text(family.id))
      }
      return EndedSession(
        login: login,
        families: families.map { $0.outlivesSession ? $0 : $0.revoked(reason, at: StoredTime(now)) }
      )
    }
  }
}
