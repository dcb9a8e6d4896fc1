// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import GRDB
import CoatcheckFoundation

// The tables of links and contacts. Only inside a transaction.

extension Database {
  func link(_ identity: SocialIdentity) throws -> SocialLink? {
    try first(
      "SELECT * FROM link WHERE subject = ? AND app = ? AND provider = ?",
      Bound.text(identity.subject), Bound.text(identity.app), Bound.text(identity.provider)
    ).map(SocialLink.init(row:))
  }

  func link(id: String, of userID: String) throws -> SocialLink? {
    try first(
      "SELECT * FROM link WHERE id = ? AND user_id = ?", Bound.text(id), Bound.text(userID)
    ).map(SocialLink.init(row:))
  }

  /// A user's links, oldest first.
  func links(of userID: String) throws -> [SocialLink] {
    try all("SELECT * FROM link WHERE user_id = ? ORDER BY created_at, id", Bound.text(userID))
      .map(SocialLink.init(row:))
  }

  /// A user's contacts, phones first.
  func contacts(of userID: String) throws -> [Contact] {
    try all(
      "SELECT kind, value FROM contact WHERE user_id = ? ORDER BY kind DESC, value",
      Bound.text(userID)
    ).map { try Contact(kind: $0.text("kind"), $0.text("value")) }
  }

  /// Adds a link, and removes the pending logins of its identity.
  func insert(_ link: SocialLink) throws {
    let added = try change(
      """
      INSERT INTO link (
        id, provider, app, subject, user_id, nickname, avatar, created_at, last_used_at,
        revoked_upstream_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """,
      Bound.text(link.id), Bound.text(link.identity.provider), Bound.text(link.identity.app),
      Bound.text(link.identity.subject), Bound.text(link.userID), Bound.text(link.nickname),
      Bound.text(link.avatar), Bound.time(link.createdAt), Bound.time(link.lastUsedAt),
      Bound.time(link.revokedUpstreamAt.map { StoredTime($0) }))
    guard added == 1 else { throw StoreError.taken("link") }
    try endPendings(of: link.identity)
    try note(link.userID, at: StoredTime(link.lastUsedAt))
  }

  /// Removes a link, and the pending logins of its identity.
  ///
  /// The time of its last use is kept with its user.
  func remove(_ link: SocialLink) throws {
    try note(link.userID, at: StoredTime(link.lastUsedAt))
    try change("DELETE FROM link WHERE id = ?", Bound.text(link.id))
    try endPendings(of: link.identity)
  }

  /// Records when a user was active.
  func note(_ userID: String, at time: StoredTime) throws {
    try change(
      """
      INSERT INTO presence (user_id, seen_at) VALUES (?, ?)
      ON CONFLICT (user_id) DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)
      """,
      Bound.text(userID), Bound.time(time))
  }

  /// Assigns a contact to a user, or renews the time of its proof.
  func prove(_ contact: Contact, of userID: String, at time: StoredTime) throws {
    try change(
      """
      INSERT INTO contact (kind, value, user_id, proved_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (value, kind) DO UPDATE SET
        user_id = excluded.user_id, proved_at = excluded.proved_at
      """,
      Bound.text(contact.kind), Bound.text(contact.value), Bound.text(userID), Bound.time(time))
  }

  /// The identifier of the user who proved a contact.
  func owner(of contact: Contact) throws -> String? {
    try first(
      "SELECT user_id FROM contact WHERE value = ? AND kind = ?", Bound.text(contact.value),
      Bound.text(contact.kind))?.text("user_id")
  }
}

extension Contact {
  init(kind: String, _ value: String) throws(StoreError) {
    guard let contact = Contact(kind: kind, value: value) else {
      throw StoreError(.damaged, "a contact is neither a phone nor an address")
    }
    self = contact
  }
}

extension SocialIdentity {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      provider: try row.text("provider"), app: try row.text("app"),
      subject: try row.text("subject"))
  }
}

extension SocialLink {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      id: try row.text("id"), identity: try SocialIdentity(row: row),
      userID: try row.text("user_id"), nickname: try row.optionalText("nickname"),
      avatar: try row.optionalText("avatar"), createdAt: try row.time("created_at").date,
      lastUsedAt: try row.time("last_used_at").date,
      revokedUpstreamAt: try row.optionalTime("revoked_upstream_at")?.date)
  }
}
