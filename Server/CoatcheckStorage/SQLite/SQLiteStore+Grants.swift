// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

// Lists sessions and consents of users, and ends them.

extension SQLiteStore {
  /// Lists login sessions, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/logins(of:after:limit:at:)``.
  public func logins(
    of userID: String?, after digest: TokenDigest?, limit: Int, at now: Date
  ) async throws(StoreError) -> [LoginSession] {
    guard StoredText.accepts([userID ?? ""]) else { return [] }
    return try await search { database in
      try database.all(
        """
        SELECT * FROM login WHERE \(userID == nil ? "?1 IS NULL" : "user_id = ?1")
          AND (?2 IS NULL OR digest > ?2) AND expires_at > ?3
        ORDER BY digest LIMIT ?4
        """,
        Bound.text(userID), Bound.digest(digest), Bound.time(now), Bound.integer(max(limit, 0))
      ).map(LoginSession.init(row:))
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
    let living = filter.includesEnded ? "" : "AND revoked_at IS NULL AND absolute_expiry > ?4"
    return try await search { database in
      try database.all(
        """
        SELECT * FROM family WHERE \(filter.userID == nil ? "?1 IS NULL" : "user_id = ?1")
          AND \(filter.clientID == nil ? "?2 IS NULL" : "client_id = ?2")
          AND (?3 IS NULL OR id > ?3) AND ?4 IS NOT NULL \(living)
        ORDER BY id LIMIT ?5
        """,
        Bound.text(filter.userID), Bound.text(filter.clientID), Bound.text(id), Bound.time(now),
        Bound.integer(max(limit, 0))
      ).map(RefreshFamily.init(row:))
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
    return try await search { database in
      try database.all(
        """
        SELECT * FROM consent WHERE \(userID == nil ? "?1 IS NULL" : "user_id = ?1")
          AND \(clientID == nil ? "?2 IS NULL" : "client_id = ?2")
          AND (?3 IS NULL OR (user_id, client_id) > (?3, ?4))
        ORDER BY user_id, client_id LIMIT ?5
        """,
        Bound.text(userID), Bound.text(clientID), Bound.text(key?.userID),
        Bound.text(key?.clientID), Bound.integer(max(limit, 0))
      ).map(Consent.init(row:))
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
    let (user, client) = (Bound.text(userID), Bound.text(clientID))
    return try await write { database in
      let scopes = try database.first(
        "SELECT scopes FROM consent WHERE user_id = ? AND client_id = ?", user, client)?
        .texts("scopes")
      try database.change("DELETE FROM consent WHERE user_id = ? AND client_id = ?", user, client)
      try database.change(
        "DELETE FROM code WHERE user_id = ? AND client_id = ? AND family_id IS NULL", user, client)
      try database.change("DELETE FROM device WHERE user_id = ? AND client_id = ?", user, client)
      let families = try database.endFamilies(
        reason, at: now, where: "user_id = ? AND client_id = ?", user, client)
      guard scopes != nil || !families.isEmpty else { return nil }
      return WithdrawnConsent(scopes: scopes ?? [], families: families)
    }
  }
}
