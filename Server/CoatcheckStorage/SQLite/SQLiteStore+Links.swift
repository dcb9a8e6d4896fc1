// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Returns the link of an identity.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/link(_:)``.
  public func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink? {
    guard StoredText.accepts(identity.texts) else { return nil }
    return try await read { database in try database.link(identity) }
  }

  /// Returns the user that an identity is linked to.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/linkedUser(behind:within:at:)``.
  public func linkedUser(
    behind identity: SocialIdentity, within limit: AttemptLimit, at now: Date
  ) async throws(StoreError) -> LinkedUser? {
    guard StoredText.accepts(identity.texts) else { return nil }
    try StoredText.check([limit.key], of: "attempt")
    return try await read { database in
      guard let link = try database.link(identity) else { return nil }
      guard let user = try database.user(link.userID) else { throw StoreError.linkWithoutUser }
      return LinkedUser(
        link: link, user: user, contacts: try database.contacts(of: user.id), limit: limit,
        attempt: AttemptWindow.next(
          after: try database.attempts(limit.key), by: limit, at: StoredTime(now)))
    }
  }

  /// Returns the links of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/links(of:)``.
  public func links(of userID: String) async throws(StoreError) -> [SocialLink] {
    guard StoredText.accepts([userID]) else { return [] }
    return try await read { database in try database.links(of: userID) }
  }

  /// Removes a link of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/unlink(_:of:at:)``.
  public func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> UnlinkOutcome {
    guard StoredText.accepts([id, userID]) else { return .unknown }
    return try await write { database in
      guard let link = try database.link(id: id, of: userID) else { return .unknown }
      // The last sign-in method of a user is never removed.
      guard try database.hasOtherSignInMethod(userID) else { return .lastSignInMethod }
      try database.remove(link)
      try database.endSessions(through: link, "unlinked", at: now)
      return .unlinked(link)
    }
  }

  /// Stores that a user revoked the permission at a social network.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/noteRevokedUpstream(_:endsSessions:at:)``.
  public func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink? {
    guard StoredText.accepts(identity.texts) else { return nil }
    return try await write { database in
      guard let link = try database.link(identity) else { return nil }
      try database.change(
        "UPDATE link SET revoked_upstream_at = ? WHERE id = ?", Bound.time(now),
        Bound.text(link.id))
      if endsSessions {
        try database.endSessions(through: link, "revoked_upstream", at: now)
      }
      return try database.link(identity)
    }
  }
}

extension Database {
  /// Whether a user can sign in without a link.
  fileprivate func hasOtherSignInMethod(_ userID: String) throws -> Bool {
    try count(
      """
      SELECT EXISTS (SELECT 1 FROM user WHERE id = ?1 AND password_hash IS NOT NULL)
        OR EXISTS (SELECT 1 FROM contact WHERE user_id = ?1)
      """,
      Bound.text(userID)) > 0
  }

  fileprivate func endSessions(through link: SocialLink, _ reason: String, at now: Date) throws {
    try revokeFamilies(
      reason, at: now,
      where: """
        user_id = ? AND EXISTS (
          SELECT 1 FROM session WHERE family_key = family.key AND link_id = ?)
        """,
      Bound.text(link.userID), Bound.text(link.id))
  }
}
