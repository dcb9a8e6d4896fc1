// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import GRDB
import CoatcheckFoundation

// Ends sessions and families. Only inside a transaction.

extension Database {
  /// Ends all sessions and families of a user except those to keep, and returns what ended.
  @discardableResult
  func endSessions(
    of userID: String, keeping kept: KeptSession, _ reason: String, at now: Date
  ) throws -> EndedUser {
    let user = Bound.text(userID)
    let logins = try all(
      "SELECT * FROM login WHERE user_id = ? AND expires_at > ? AND sid IS NOT ? ORDER BY digest",
      user, Bound.time(now), Bound.text(kept.sid)
    ).map(LoginSession.init(row:))
    try change(
      "DELETE FROM login WHERE user_id = ? AND sid IS NOT ?", user, Bound.text(kept.sid))
    try change("DELETE FROM code WHERE user_id = ? AND family_id IS NULL", user)
    try change("DELETE FROM device WHERE user_id = ?", user)
    try change("DELETE FROM message_code WHERE scope = ?", user)
    let families = try endFamilies(
      reason, at: now, where: "user_id = ? AND id IS NOT ?", user, Bound.text(kept.family))
    return EndedUser(logins: logins, families: families)
  }

  /// Revokes the families that meet a condition and are not revoked yet, and returns them in their new
  /// state, the oldest first.
  func endFamilies(
    _ reason: String, at now: Date, where condition: String, _ one: StoredValue,
    _ other: StoredValue
  ) throws -> [RefreshFamily] {
    let families = try all(
      """
      SELECT * FROM family WHERE revoked_at IS NULL AND \(condition) ORDER BY created_at, id
      """,
      one, other
    ).map(RefreshFamily.init(row:))
    try revokeFamilies(reason, at: now, where: condition, one, other)
    return families.map { $0.revoked(reason, at: StoredTime(now)) }
  }

  /// Ends a login session under every digest, with its unused codes and its families except those that
  /// outlive it.
  func end(_ login: LoginSession, _ reason: String, at now: Date) throws -> EndedSession {
    let (user, session) = (Bound.text(login.userID), Bound.text(login.sid))
    try change("DELETE FROM login WHERE digest = ?", Bound.digest(login.digest))
    try change("DELETE FROM login WHERE user_id = ? AND sid = ?", user, session)
    try change(
      "DELETE FROM code WHERE user_id = ? AND session_id = ? AND family_id IS NULL", user, session)
    let families = try all(
      "SELECT * FROM family WHERE session_id = ? AND revoked_at IS NULL ORDER BY created_at, id",
      session
    ).map(RefreshFamily.init(row:))
    for family in families where !family.outlivesSession {
      try change(
        "UPDATE family SET revoked_at = ?, revocation_reason = ? WHERE id = ?", Bound.time(now),
        Bound.text(reason), Bound.text(family.id))
    }
    return EndedSession(
      login: login,
      families: families.map { $0.outlivesSession ? $0 : $0.revoked(reason, at: StoredTime(now)) })
  }
}
