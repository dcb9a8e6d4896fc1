// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

// Lists sessions and consents of users, and ends them.

extension PostgreSQLStore {
  /// Lists login sessions, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/logins(of:after:limit:at:)``.
  public func logins(
    of userID: String?, after digest: TokenDigest?, limit: Int, at now: Date
  ) async throws(StoreError) -> [LoginSession] {
    guard StoredText.accepts([userID ?? ""]) else { return [] }
    return try await read { database in
      try database.all(
        """
        SELECT \(Columns.login) FROM login
        WHERE \(userID == nil ? "$1 IS NULL" : "user_id = $1")
          AND ($2 IS NULL OR digest > $2) AND expires_at > $3
        ORDER BY digest LIMIT $4
        """,
        .text(userID), .digest(digest), .time(now), .integer(max(limit, 0))
      ).map { try LoginSession(row: $0.stored) }
    }
  }

  /// Lists token families, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/families(_:after:limit:at:)``.
  public func families(
    _ filter: FamilyFilter, after id: String?, limit: Int, at now: Date
  ) async throws(StoreError) -> [RefreshFamily] {
    guard StoredText.accepts([filter.userID, filter.clientID, id].compactMap(\.self)) else {
      return []
    }
    let living = filter.includesEnded ? "" : "AND revoked_at IS NULL AND absolute_expiry > $4"
    return try await read { database in
      try database.all(
        """
        SELECT \(Columns.family) FROM family
        WHERE \(filter.userID == nil ? "$1 IS NULL" : "user_id = $1")
          AND \(filter.clientID == nil ? "$2 IS NULL" : "client_id = $2")
          AND ($3 IS NULL OR id > $3) AND $4 IS NOT NULL \(living)
        ORDER BY id LIMIT $5
        """,
        .text(filter.userID), .text(filter.clientID), .text(id), .time(now),
        .integer(max(limit, 0))
      ).map { try RefreshFamily(row: $0.stored) }
    }
  }

  /// Lists the consents of users, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/consents(of:client:after:limit:)``.
  public func consents(
    of userID: String?, client clientID: String?, after key: Consent.Key?, limit: Int
  ) async throws(StoreError) -> [Consent] {
    guard
      StoredText.accepts([userID, clientID, key?.userID, key?.clientID].compactMap(\.self))
    else { return [] }
    return try await read { database in
      try database.all(
        """
        SELECT user_id, client_id, scopes FROM consent
        WHERE \(userID == nil ? "$1 IS NULL" : "user_id = $1")
          AND \(clientID == nil ? "$2 IS NULL" : "client_id = $2")
          AND ($3 IS NULL OR (user_id, client_id) > ($3, $4))
        ORDER BY user_id, client_id LIMIT $5
        """,
        .text(userID), .text(clientID), .text(key?.userID), .text(key?.clientID),
        .integer(max(limit, 0))
      ).map { try Consent(row: $0.stored) }
    }
  }

  /// Withdraws a user's consent for a client.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/withdrawConsent(of:client:reason:at:)``.
  public func withdrawConsent(
    of userID: String, client clientID: String, reason: String, at now: Date
  ) async throws(StoreError) -> WithdrawnConsent? {
    try StoredText.check([reason], of: "revocation")
    guard StoredText.accepts([userID, clientID]) else { return nil }
    let (user, client) = (PostgreSQLValue.text(userID), PostgreSQLValue.text(clientID))
    return try await write { database in
      database.lock(.consent(user: userID, client: clientID))
      let scopes = try database.first(
        "DELETE FROM consent WHERE user_id = $1 AND client_id = $2 RETURNING scopes", user,
        client)?.stored.texts("scopes")
      database.later(
        "DELETE FROM code WHERE user_id = $1 AND client_id = $2 AND family_id IS NULL", user,
        client)
      database.later("DELETE FROM device WHERE user_id = $1 AND client_id = $2", user, client)
      let families = try database.end(
        .ofConsent(user: userID, client: clientID), reason, at: now)
      guard scopes != nil || !families.isEmpty else { return nil }
      return WithdrawnConsent(scopes: scopes ?? [], families: families)
    }
  }
}
