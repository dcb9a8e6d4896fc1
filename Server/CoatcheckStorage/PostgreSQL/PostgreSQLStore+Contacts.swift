// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Returns the user that verified a contact.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/user(with:)``.
  public func user(with contact: Contact) async throws(StoreError) -> User? {
    guard StoredText.accepts([contact.value]) else { return nil }
    return try await read { database in
      try database.first(
        """
        SELECT \(Columns.user) FROM contact JOIN users ON users.id = user_id
        WHERE value = $1 AND kind = $2
        """,
        .text(contact.value), .text(contact.kind)
      ).map { try User(row: $0.stored) }
    }
  }

  /// Returns the verified contacts of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/contacts(of:)``.
  public func contacts(of userID: String) async throws(StoreError) -> [Contact] {
    guard StoredText.accepts([userID]) else { return [] }
    return try await read { database in try database.contacts(of: userID) }
  }

  /// Returns when a user was last active.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/lastSeen(of:)``.
  public func lastSeen(of userID: String) async throws(StoreError) -> Date? {
    guard StoredText.accepts([userID]) else { return nil }
    return try await read { database in try database.lastSeen(of: userID) }
  }

  /// Stores that a user has verified a contact.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/prove(_:of:at:)``.
  public func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([contact.value], of: "contact")
    guard StoredText.accepts([userID]) else { return false }
    return try await write { database in
      database.lock(.user(userID), .contact(contact))
      guard try database.userExists(userID) else { return false }
      let owner = try database.owner(of: contact)
      guard owner.map({ $0.utf8.elementsEqual(userID.utf8) }) ?? true else { return false }
      database.prove(contact, of: userID, at: StoredTime(now))
      database.note(userID, at: StoredTime(now))
      // The first proof of a contact ends older sessions and pending changes.
      if owner == nil {
        database.endWaiting(contact)
        try database.endSessions(of: userID, keeping: .none, "contact_proved", at: now)
      }
      return true
    }
  }

  /// Makes a verified phone number the only one of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/replacePhones(of:with:at:)``.
  public func replacePhones(
    of userID: String, with contact: Contact, at now: Date
  ) async throws(StoreError) -> [Contact]? {
    try StoredText.check([contact.value], of: "contact")
    guard case .phone = contact, StoredText.accepts([userID]) else { return nil }
    return try await write { database in
      let before = try database.contacts(of: userID)
      database.lock(Set((before + [contact]).map { .contact($0) } + [.user(userID)]))
      guard try database.userExists(userID) else { return nil }
      let owner = try database.owner(of: contact)
      guard owner.map({ $0.utf8.elementsEqual(userID.utf8) }) ?? true else { return nil }
      let contacts = try database.contacts(of: userID)
      guard contacts == before else { throw PostgreSQLFailure.changedMeanwhile }
      let replaced = contacts.filter { $0.kind == contact.kind && $0 != contact }
      for old in replaced + [contact] { database.endWaiting(old) }
      database.later(
        "DELETE FROM contact WHERE user_id = $1 AND kind = $2", .text(userID),
        .text(contact.kind))
      database.prove(contact, of: userID, at: StoredTime(now))
      database.note(userID, at: StoredTime(now))
      return replaced
    }
  }

  /// Removes a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/removeUser(_:at:)``.
  public func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    guard StoredText.accepts([id]) else { return false }
    return try await write { database in
      let (links, contacts) = (try database.links(of: id), try database.contacts(of: id))
      database.lock(
        Set(
          links.map { .identity($0.identity) } + contacts.map { .contact($0) } + [.user(id)]))
      guard try database.change("DELETE FROM users WHERE id = $1", .text(id)) == 1 else {
        return false
      }
      let held = try database.links(of: id)
      guard held.map(\.identity) == links.map(\.identity),
        try database.contacts(of: id) == contacts
      else { throw PostgreSQLFailure.changedMeanwhile }
      for link in held { database.remove(link) }
      for contact in contacts { database.endWaiting(contact) }
      try database.endSessions(of: id, keeping: .none, "user_removed", at: now)
      database.later(
        "DELETE FROM session WHERE family_key IN (SELECT key FROM family WHERE user_id = $1)",
        .text(id))
      for table in ["contact", "consent", "password_history", "presence"] {
        database.later("DELETE FROM \(table) WHERE user_id = $1", .text(id))
      }
      database.later("INSERT INTO removed_user (id) VALUES ($1)", .text(id))
      return true
    }
  }

  /// Changes the password of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/changePassword(of:to:verified:history:keeping:at:)``.
  public func changePassword(
    of userID: String, to hash: PasswordHash, verified: PasswordHash?, history: Int,
    keeping kept: KeptSession, at now: Date
  ) async throws(StoreError) -> EndedUser? {
    guard StoredText.accepts([userID]) else { return nil }
    return try await write { database in
      database.lock(.user(userID))
      // A sign-in that hashes the same password again takes no lock of the user: it waits for the row.
      let held = try database.first(
        """
        SELECT id FROM users WHERE id = $1 AND ($2::text IS NULL OR password_hash = $2)
        FOR NO KEY UPDATE
        """,
        .text(userID), .text(verified?.text))
      guard held != nil else { return nil }
      database.later(
        """
        INSERT INTO password_history (user_id, password_hash)
        SELECT id, password_hash FROM users WHERE id = $1 AND password_hash IS NOT NULL
        """,
        .text(userID))
      database.later(
        """
        DELETE FROM password_history WHERE user_id = $1 AND key NOT IN (
          SELECT key FROM password_history WHERE user_id = $1 ORDER BY key DESC LIMIT $2)
        """,
        .text(userID), .integer(max(history, 0)))
      database.later(
        "UPDATE users SET password_hash = $1 WHERE id = $2", .text(hash.text), .text(userID))
      return try database.endSessions(of: userID, keeping: kept, "password_changed", at: now)
    }
  }

  /// Returns the earlier password hashes of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/passwordHistory(of:)``.
  public func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash] {
    guard StoredText.accepts([userID]) else { return [] }
    return try await read { database in try database.passwordHistory(of: userID) }
  }
}
