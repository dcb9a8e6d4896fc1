// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckPostgreSQL
import CoatcheckFoundation

// The tables of links, contacts and pending logins.

extension PostgreSQLConnection {
  func link(_ identity: SocialIdentity) throws -> SocialLink? {
    try together([.link(identity)])[0].first.map { try SocialLink(row: $0.stored) }
  }

  /// A link, whose row is locked until the end of the transaction.
  func heldLink(id: String, of userID: String) throws -> SocialLink? {
    try first(
      "SELECT \(Columns.link) FROM link WHERE id = $1 AND user_id = $2 FOR UPDATE", .text(id),
      .text(userID)
    ).map { try SocialLink(row: $0.stored) }
  }

  /// A user's links, oldest first.
  func links(of userID: String) throws -> [SocialLink] {
    try all(
      "SELECT \(Columns.link) FROM link WHERE user_id = $1 ORDER BY created_at, id", .text(userID)
    ).map { try SocialLink(row: $0.stored) }
  }

  /// A user's contacts, phones first.
  func contacts(of userID: String) throws -> [Contact] {
    try all(
      "SELECT kind, value FROM contact WHERE user_id = $1 ORDER BY kind DESC, value",
      .text(userID)
    ).map { try Contact(kind: $0.stored.text("kind"), $0.stored.text("value")) }
  }

  /// Adds a link, and removes the pending logins of its identity.
  func insert(_ link: SocialLink) throws {
    let added = try change(
      """
      INSERT INTO link (
        id, identity, provider, app, subject, user_id, nickname, avatar, created_at, last_used_at,
        revoked_upstream_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING
      """,
      .text(link.id), .identity(link.identity), .text(link.identity.provider),
      .text(link.identity.app), .text(link.identity.subject), .text(link.userID),
      .text(link.nickname), .text(link.avatar), .time(link.createdAt), .time(link.lastUsedAt),
      .time(link.revokedUpstreamAt.map { StoredTime($0) }))
    guard added == 1 else { throw StoreError.taken("link") }
    endPendings(of: link.identity)
    note(link.userID, at: StoredTime(link.lastUsedAt))
  }

  /// Removes a link, and the pending logins of its identity.
  ///
  /// The time of its last use is kept with its user.
  func remove(_ link: SocialLink) {
    note(link.userID, at: StoredTime(link.lastUsedAt))
    later("DELETE FROM link WHERE id = $1", .text(link.id))
    endPendings(of: link.identity)
  }

  /// Records when a user was active.
  func note(_ userID: String, at time: StoredTime) {
    later(
      """
      INSERT INTO presence (user_id, seen_at) VALUES ($1, $2)
      ON CONFLICT (user_id) DO UPDATE SET seen_at = greatest(presence.seen_at, excluded.seen_at)
      """,
      .text(userID), .time(time))
  }

  /// Assigns a contact to a user, or renews the time of its proof.
  func prove(_ contact: Contact, of userID: String, at time: StoredTime) {
    later(
      """
      INSERT INTO contact (kind, value, user_id, proved_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (value, kind) DO UPDATE SET
        user_id = excluded.user_id, proved_at = excluded.proved_at
      """,
      .text(contact.kind), .text(contact.value), .text(userID), .time(time))
  }

  /// The identifier of the user who proved a contact.
  func owner(of contact: Contact) throws -> String? {
    try together([.owner(of: contact)])[0].first?.stored.text("user_id")
  }

  /// Removes the codes and pending logins of a contact.
  func endWaiting(_ contact: Contact) {
    later(
      "DELETE FROM message_code WHERE kind = $1 AND contact = $2", .text(contact.kind),
      .text(contact.value))
    later(
      "DELETE FROM pending WHERE proved = $1 AND proved_kind = $2", .text(contact.value),
      .text(contact.kind))
  }

  /// Removes the pending logins of an identity.
  func endPendings(of identity: SocialIdentity) {
    later("DELETE FROM pending WHERE identity = $1", .identity(identity))
  }

  /// A pending login, also an expired one.
  func pending(_ digest: TokenDigest) throws -> PendingBinding? {
    try together([.pending(digest)])[0].first.map { try PendingBinding(row: $0.stored) }
  }

  /// When a user was active last: a login, a use of a link, or a refresh in a family that is not revoked.
  func lastSeen(of user: String) throws -> Date? {
    try together([.lastSeen(of: user)])[0].first?.stored.optionalTime("seen")?.date
  }
}

extension PreparedCall {
  static func link(_ identity: SocialIdentity) -> PreparedCall {
    PreparedCall(
      "SELECT \(Columns.link) FROM link WHERE identity = $1", .identity(identity))
  }

  static func owner(of contact: Contact) -> PreparedCall {
    PreparedCall(
      "SELECT user_id FROM contact WHERE value = $1 AND kind = $2", .text(contact.value),
      .text(contact.kind))
  }

  static func pending(_ digest: TokenDigest) -> PreparedCall {
    PreparedCall("SELECT \(Columns.pending) FROM pending WHERE digest = $1", .digest(digest))
  }

  /// A pending login, whose row is locked until the end of the transaction.
  static func heldPending(_ digest: TokenDigest) -> PreparedCall {
    PreparedCall(
      "SELECT \(Columns.pending) FROM pending WHERE digest = $1 FOR UPDATE", .digest(digest))
  }

  static func lastSeen(of user: String?) -> PreparedCall {
    PreparedCall(
      """
      SELECT max(time) AS seen FROM (
        SELECT seen_at AS time FROM presence WHERE user_id = $1
        UNION ALL
        SELECT last_used_at FROM link WHERE user_id = $1
        UNION ALL
        SELECT issued_at FROM refresh JOIN family ON family.key = family_key
        WHERE user_id = $1 AND revoked_at IS NULL) AS signs
      """,
      .text(user))
  }
}
