// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckPostgreSQL
import CoatcheckFoundation

// Ends sessions and families of users and clients. Codes and devices are deleted before families: a verb
// that opens a family holds the row of its code, so that the next statement here sees the new family.

/// The families that a statement revokes, as a condition on their rows.
enum EndedFamilies: Sendable {
  case one(String)
  case ofClient(String)
  case ofUser(String, but: String?)
  case ofConsent(user: String, client: String)
  case throughLink(String, user: String)

  var condition: String {
    switch self {
    case .one: "id = $3 AND $4::text IS NULL"
    case .ofClient: "client_id = $3 AND $4::text IS NULL"
    case .ofUser: "user_id = $3 AND id IS DISTINCT FROM $4"
    case .ofConsent: "user_id = $3 AND client_id = $4"
    case .throughLink:
      """
      user_id = $3 AND EXISTS (
        SELECT 1 FROM session WHERE family_key = family.key AND link_id = $4)
      """
    }
  }

  var values: (PostgreSQLValue, PostgreSQLValue) {
    switch self {
    case .one(let id), .ofClient(let id): (.text(id), .text(nil))
    case .ofUser(let user, let kept): (.text(user), .text(kept))
    case .ofConsent(let user, let client): (.text(user), .text(client))
    case .throughLink(let link, let user): (.text(user), .text(link))
    }
  }
}

extension PostgreSQLConnection {
  /// Revokes families that are not revoked yet, and returns them in their new state, the oldest first.
  func end(
    _ families: EndedFamilies, _ reason: String, at now: Date
  ) throws -> [RefreshFamily] {
    let (one, other) = families.values
    return try all(
      """
      WITH family AS (
        UPDATE family SET revoked_at = $1, revocation_reason = $2
        WHERE revoked_at IS NULL AND \(families.condition)
        RETURNING \(Columns.family))
      SELECT \(Columns.family) FROM family ORDER BY created_at, id
      """,
      .time(now), .text(reason), one, other
    ).map { try RefreshFamily(row: $0.stored) }
  }

  /// Revokes families that are not revoked yet, and counts them.
  func count(
    ending families: EndedFamilies, _ reason: String, at now: Date
  ) throws -> Int {
    let (one, other) = families.values
    return try change(
      """
      UPDATE family SET revoked_at = $1, revocation_reason = $2
      WHERE revoked_at IS NULL AND \(families.condition)
      """,
      .time(now), .text(reason), one, other)
  }

  /// Revokes a client's families, and removes its unused codes, pushed requests and devices.
  @discardableResult
  func revokeClient(_ id: String, _ reason: String, at now: Date) throws -> Int {
    later("DELETE FROM pushed_request WHERE client_id = $1", .text(id))
    later("DELETE FROM code WHERE client_id = $1 AND family_id IS NULL", .text(id))
    later("DELETE FROM device WHERE client_id = $1 AND family_id IS NULL", .text(id))
    return try count(ending: .ofClient(id), reason, at: now)
  }

  /// Ends all sessions and families of a user except those to keep, and returns what ended.
  @discardableResult
  func endSessions(
    of userID: String, keeping kept: KeptSession, _ reason: String, at now: Date
  ) throws -> EndedUser {
    let user = PostgreSQLValue.text(userID)
    let logins = try all(
      """
      DELETE FROM login WHERE user_id = $1 AND sid IS DISTINCT FROM $2
      RETURNING \(Columns.login)
      """,
      user, .text(kept.sid)
    ).map { try LoginSession(row: $0.stored) }
    later("DELETE FROM code WHERE user_id = $1 AND family_id IS NULL", user)
    later("DELETE FROM device WHERE user_id = $1", user)
    later("DELETE FROM message_code WHERE scope = $1", user)
    let families = try end(.ofUser(userID, but: kept.family), reason, at: now)
    return EndedUser(
      logins: logins.filter { StoredTime(now) < StoredTime($0.expiresAt) }.sorted {
        $0.digest.bytes.lexicographicallyPrecedes($1.digest.bytes)
      }, families: families)
  }

  /// Ends the rest of a login session whose row was deleted, with its unused codes and its families except
  /// those that outlive it.
  func end(_ login: LoginSession, _ reason: String, at now: Date) throws -> EndedSession {
    let (user, session) = (PostgreSQLValue.text(login.userID), PostgreSQLValue.text(login.sid))
    later("DELETE FROM login WHERE user_id = $1 AND sid = $2", user, session)
    later(
      "DELETE FROM code WHERE user_id = $1 AND session_id = $2 AND family_id IS NULL", user,
      session)
    let families = try all(
      """
      SELECT \(Columns.family) FROM family WHERE session_id = $1 AND revoked_at IS NULL
      ORDER BY created_at, id FOR NO KEY UPDATE
      """,
      session
    ).map { try RefreshFamily(row: $0.stored) }
    for family in families where !family.outlivesSession {
      later(
        "UPDATE family SET revoked_at = $1, revocation_reason = $2 WHERE id = $3", .time(now),
        .text(reason), .text(family.id))
    }
    return EndedSession(
      login: login,
      families: families.map { $0.outlivesSession ? $0 : $0.revoked(reason, at: StoredTime(now)) })
  }
}
