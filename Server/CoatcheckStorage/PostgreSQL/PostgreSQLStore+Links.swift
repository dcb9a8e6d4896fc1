// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
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
      let user = "(SELECT user_id FROM link WHERE identity = $1)"
      let found = try database.together([
        .link(identity),
        PreparedCall(
          "SELECT \(Columns.user) FROM users WHERE id = \(user)", .identity(identity)),
        PreparedCall(
          "SELECT kind, value FROM contact WHERE user_id = \(user) ORDER BY kind DESC, value",
          .identity(identity)),
        .attempts(limit.key),
      ])
      guard let link = try found[0].first.map({ try SocialLink(row: $0.stored) }) else {
        return nil
      }
      guard let owner = try found[1].first.map({ try User(row: $0.stored) }) else {
        // The user was removed at the same time, together with the link; or a link without a user is
        // damage.
        guard try database.link(identity) == link else { return nil }
        throw StoreError.linkWithoutUser
      }
      return LinkedUser(
        link: link, user: owner,
        contacts: try found[2].map {
          try Contact(kind: $0.stored.text("kind"), $0.stored.text("value"))
        }, limit: limit,
        attempt: AttemptWindow.next(
          after: try found[3].first.map { try AttemptWindow(row: $0.stored) }, by: limit,
          at: StoredTime(now)))
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
      // The identity of a link never changes.
      guard
        let identity = try database.links(of: userID).first(where: {
          $0.id.utf8.elementsEqual(id.utf8)
        })?.identity
      else { return .unknown }
      database.lock(.user(userID), .identity(identity))
      guard let link = try database.heldLink(id: id, of: userID) else { return .unknown }
      // The last sign-in method of a user is never removed.
      guard try database.hasOtherSignInMethod(userID) else { return .lastSignInMethod }
      database.remove(link)
      _ = try database.count(ending: .throughLink(id, user: userID), "unlinked", at: now)
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
      let noted = try database.first(
        "UPDATE link SET revoked_upstream_at = $1 WHERE identity = $2 RETURNING \(Columns.link)",
        .time(now), .identity(identity))
      guard let link = try noted.map({ try SocialLink(row: $0.stored) }) else { return nil }
      if endsSessions {
        _ = try database.count(
          ending: .throughLink(link.id, user: link.userID), "revoked_upstream", at: now)
      }
      return link
    }
  }
}

extension PostgreSQLConnection {
  /// Whether a user can sign in without a link.
  fileprivate func hasOtherSignInMethod(_ userID: String) throws -> Bool {
    try count(
      """
      SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND password_hash IS NOT NULL)
        OR EXISTS (SELECT 1 FROM contact WHERE user_id = $1) AS count
      """,
      .text(userID)) > 0
  }
}
