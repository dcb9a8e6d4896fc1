// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Returns the user that verified a contact.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/user(with:)``.
  public func user(with contact: Contact) async throws(StoreError) -> User? {
    guard StoredText.accepts([contact.value]) else { return nil }
    return try await read { database in
      try database.first(
        """
        SELECT user.* FROM contact JOIN user ON user.id = user_id WHERE value = ? AND kind = ?
        """,
        Bound.text(contact.value), Bound.text(contact.kind)
      ).map(User.init(row:))
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
      guard try database.userExists(userID) else { return false }
      let owner = try database.owner(of: contact)
      guard owner.map({ $0.utf8.elementsEqual(userID.utf8) }) ?? true else { return false }
      try database.prove(contact, of: userID, at: StoredTime(now))
      try database.note(userID, at: StoredTime(now))
      // The first proof of a contact ends older sessions and pending changes.
      if owner == nil {
        try database.endWaiting(contact)
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
      guard try database.userExists(userID) else { return nil }
      let owner = try database.owner(of: contact)
      guard owner.map({ $0.utf8.elementsEqual(userID.utf8) }) ?? true else { return nil }
      let replaced = try database.contacts(of: userID).filter {
        $0.kind == contact.kind && $0 != contact
      }
      for old in replaced + [contact] { try database.endWaiting(old) }
      try database.change(
        "DELETE FROM contact WHERE user_id = ? AND kind = ?", Bound.text(userID),
        Bound.text(contact.kind))
      try database.prove(contact, of: userID, at: StoredTime(now))
      try database.note(userID, at: StoredTime(now))
      return replaced
    }
  }

  /// Removes a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/removeUser(_:at:)``.
  public func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    guard StoredText.accepts([id]) else { return false }
    return try await write { database in
      guard try database.change("DELETE FROM user WHERE id = ?", Bound.text(id)) == 1 else {
        return false
      }
      for link in try database.links(of: id) { try database.remove(link) }
      for contact in try database.contacts(of: id) { try database.endWaiting(contact) }
      try database.endSessions(of: id, keeping: .none, "user_removed", at: now)
      try database.change(
        "DELETE FROM session WHERE family_key IN (SELECT key FROM family WHERE user_id = ?)",
        Bound.text(id))
      for table in ["contact", "consent", "password_history", "presence"] {
        try database.change("DELETE FROM \(table) WHERE user_id = ?", Bound.text(id))
      }
      try database.change("INSERT INTO removed_user (id) VALUES (?)", Bound.text(id))
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
      let held = try database.count(
        "SELECT count(*) FROM user WHERE id = ?1 AND (?2 IS NULL OR password_hash = ?2)",
        Bound.text(userID), Bound.text(verified?.text))
      guard held > 0 else { return nil }
      try database.change(
        """
        INSERT INTO password_history (user_id, password_hash)
        SELECT id, password_hash FROM user WHERE id = ? AND password_hash IS NOT NULL
        """,
        Bound.text(userID))
      try database.change(
        """
        DELETE FROM password_history WHERE user_id = ?1 AND key NOT IN (
          SELECT key FROM password_history WHERE user_id = ?1 ORDER BY key DESC LIMIT ?2)
        """,
        Bound.text(userID), Bound.integer(max(history, 0)))
      try database.change(
        "UPDATE user SET password_hash = ? WHERE id = ?", Bound.text(hash.text),
        Bound.text(userID))
      return try database.endSessions(of: userID, keeping: kept, "password_changed", at: now)
    }
  }

  /// Returns the earlier password hashes of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/passwordHistory(of:)``.
  public func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash] {
    guard StoredText.accepts([userID]) else { return [] }
    return try await read { database in
      try database.all(
        "SELECT password_hash FROM password_history WHERE user_id = ? ORDER BY key DESC",
        Bound.text(userID)
      ).map { try PasswordHash(text: $0.text("password_hash")) }
    }
  }
}

extension Database {
  /// Whether there is a user with this identifier.
  func userExists(_ id: String) throws -> Bool {
    try count("SELECT count(*) FROM user WHERE id = ?", Bound.text(id)) > 0
  }

  /// Removes the codes and pending logins of a contact.
  fileprivate func endWaiting(_ contact: Contact) throws {
    try change(
      "DELETE FROM message_code WHERE kind = ? AND contact = ?", Bound.text(contact.kind),
      Bound.text(contact.value))
    try change(
      "DELETE FROM pending WHERE proved = ? AND proved_kind = ?", Bound.text(contact.value),
      Bound.text(contact.kind))
  }
}
