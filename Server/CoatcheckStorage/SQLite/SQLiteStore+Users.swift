// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import GRDB

extension SQLiteStore {
  /// Returns the user with an identifier.
  ///
  /// See ``/CoatcheckAccounts/UserStore/user(id:)``.
  public func user(id: String) async throws -> User? {
    guard StoredText.accepts([id]) else { return nil }
    return try await query { database in try database.user(id) }
  }

  /// Returns the user with a user name.
  ///
  /// See ``/CoatcheckAccounts/UserStore/user(named:)``.
  public func user(named name: UserName) async throws -> User? {
    try await query { database in
      try database.first("SELECT * FROM user WHERE name = ?", Bound.text(name.text))
        .map(User.init(row:))
    }
  }

  /// Adds or replaces a user.
  ///
  /// See ``/CoatcheckAccounts/UserStore/save(_:)``.
  public func save(_ user: User) async throws -> UserSaveOutcome {
    try user.checkStorable()
    return try await write { database in
      // The ID of a removed user is never used again.
      guard try !database.wasRemoved(user.id) else { throw StoreError.taken("user") }
      let others = try database.count(
        "SELECT count(*) FROM user WHERE name = ? AND id <> ?", Bound.text(user.name.text),
        Bound.text(user.id))
      guard others == 0 else { return .nameTaken }
      let known = try database.count("SELECT count(*) FROM user WHERE id = ?", Bound.text(user.id))
      try database.save(user)
      return known == 0 ? .added : .replaced
    }
  }

  /// Replaces a password hash, unless it was replaced in between.
  ///
  /// See ``/CoatcheckAccounts/UserStore/replacePasswordHash(of:expecting:with:)``.
  public func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool {
    guard StoredText.accepts([userID]) else { return false }
    return try await write { database in
      try database.change(
        "UPDATE user SET password_hash = ? WHERE id = ? AND password_hash IS ?",
        Bound.text(replacement.text), Bound.text(userID), Bound.text(expecting?.text)) == 1
    }
  }
}

// The table of users. Only inside a transaction.

extension Database {
  func user(_ id: String) throws -> User? {
    try first("SELECT * FROM user WHERE id = ?", Bound.text(id)).map(User.init(row:))
  }

  /// Whether there was a user with this identifier.
  func wasRemoved(_ id: String) throws -> Bool {
    try count("SELECT count(*) FROM removed_user WHERE id = ?", Bound.text(id)) > 0
  }

  /// Adds a new user.
  func add(_ user: User) throws {
    let others = try count(
      "SELECT count(*) FROM user WHERE id = ? OR name = ?", Bound.text(user.id),
      Bound.text(user.name.text))
    guard others == 0, try !wasRemoved(user.id) else { throw StoreError.taken("user") }
    try save(user)
  }

  /// Adds a user, or replaces the one with the same identifier.
  func save(_ user: User) throws {
    try change(
      """
      INSERT INTO user (id, name, password_hash, claims, standing) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, password_hash = excluded.password_hash,
        claims = excluded.claims, standing = excluded.standing
      """,
      Bound.text(user.id), Bound.text(user.name.text), Bound.text(user.passwordHash?.text),
      Bound.json(user.claims.serialized()), Bound.text(user.standing.rawValue))
  }
}

extension User {
  init(row: StoredRow) throws {
    // The stored name is canonical, so that parsing it does not change it.
    self.init(
      id: try row.text("id"), name: try UserName(row.text("name")),
      passwordHash: try row.optionalText("password_hash").map { try PasswordHash(text: $0) },
      claims: try row.object("claims"), standing: try row.choice("standing"))
  }
}
