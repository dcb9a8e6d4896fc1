// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

// Lists sessions and consents of users, and ends them.

extension MemoryStore {
  /// Lists login sessions, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/logins(of:after:limit:at:)``.
  public func logins(
    of userID: String?, after digest: TokenDigest?, limit: Int, at now: Date
  ) async throws(StoreError) -> [LoginSession] {
    try transaction { state in
      let logins = Self.living(of: userID.map { ByteKey($0) }, at: now, in: state)
        .filter { login in
          digest.map { $0.bytes.lexicographicallyPrecedes(login.digest.bytes) } ?? true
        }
      return Array(logins.prefix(max(limit, 0)))
    }
  }

  /// Lists token families, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/families(_:after:limit:at:)``.
  public func families(
    _ filter: FamilyFilter, after id: String?, limit: Int, at now: Date
  ) async throws(StoreError) -> [RefreshFamily] {
    let isMeant = { (wanted: String?, found: String) in
      wanted.map { ByteKey($0) == ByteKey(found) } ?? true
    }
    return try transaction { state in
      let families = state.families.values
        .filter { isMeant(filter.userID, $0.userID) && isMeant(filter.clientID, $0.clientID) }
        .filter { family in id.map { ByteKey($0) < ByteKey(family.id) } ?? true }
        .filter { family in
          filter.includesEnded
            || family.revokedAt == nil && StoredTime(now) < StoredTime(family.absoluteExpiry)
        }
        .sorted { ByteKey($0.id) < ByteKey($1.id) }
      return Array(families.prefix(max(limit, 0)))
    }
  }

  /// Lists the consents of users, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/consents(of:client:after:limit:)``.
  public func consents(
    of userID: String?, client clientID: String?, after key: Consent.Key?, limit: Int
  ) async throws(StoreError) -> [Consent] {
    let (user, client) = (userID.map { Array($0.utf8) }, clientID.map { Array($0.utf8) })
    return try transaction { state in
      let keys = state.consents.keys
        .filter { (user ?? $0.bytes[0]) == $0.bytes[0] && (client ?? $0.bytes[1]) == $0.bytes[1] }
        .filter { found in key.map { ByteKey($0.userID, $0.clientID) < found } ?? true }
        .sorted()
      return keys.prefix(max(limit, 0)).map { key in
        Consent(
          userID: String(decoding: key.bytes[0], as: UTF8.self),
          clientID: String(decoding: key.bytes[1], as: UTF8.self),
          scopes: state.consents[key] ?? [])
      }
    }
  }

  /// Withdraws a user's consent for a client.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/withdrawConsent(of:client:reason:at:)``.
  public func withdrawConsent(
    of userID: String, client clientID: String, reason: String, at now: Date
  ) async throws(StoreError) -> WithdrawnConsent? {
    try StoredText.check([reason], of: "revocation")
    let (user, client) = (ByteKey(userID), ByteKey(clientID))
    return try transaction { state in
      let scopes = state.consents.removeValue(forKey: ByteKey(userID, clientID))
      state.removeCodes { ByteKey($0.userID) == user && ByteKey($0.clientID) == client }
      state.removeDevices {
        $0.approver.map { ByteKey($0) } == user && ByteKey($0.clientID) == client
      }
      let families = Self.endFamilies(reason, at: now, in: &state) {
        ByteKey($0.userID) == user && ByteKey($0.clientID) == client
      }
      guard scopes != nil || !families.isEmpty else { return nil }
      return WithdrawnConsent(scopes: scopes ?? [], families: families)
    }
  }
}
