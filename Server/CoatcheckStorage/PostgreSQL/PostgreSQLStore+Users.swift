// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL

extension PostgreSQLStore {
  /// Returns the user with an identifier.
  ///
  /// See ``/CoatcheckAccounts/UserStore/user(id:)``.
  public func user(id: String) async throws -> User? {
    guard StoredText.accepts([id]) else { return nil }
    return try await read { database in try database.user(id) }
  }

  /// Returns the user with a user name.
  ///
  /// See ``/CoatcheckAccounts/UserStore/user(named:)``.
  public func user(named name: UserName) async throws -> User? {
    try await read { database in
      try database.first("SELECT \(Columns.user) FROM users WHERE name = $1", .text(name.text))
        .map { try User(row: $0.stored) }
    }
  }

  /// Adds or replaces a user.
  ///
  /// See ``/CoatcheckAccounts/UserStore/save(_:)``.
  public func save(_ user: User) async throws -> UserSaveOutcome {
    try user.checkStorable()
    return try await write { database in
      database.lock(.user(user.id))
      // The ID of a removed user is never used again.
      guard try !database.wasRemoved(user.id) else { throw StoreError.taken("user") }
      guard try !database.isTaken(user.name, butBy: user.id) else { return .nameTaken }
      let isKnown = try database.userExists(user.id)
      // If two users take one name at the same time, an index refuses the second, and its verb runs again.
      try database.save(user)
      return isKnown ? .replaced : .added
    }
  }

  /// Replaces a password hash, unless it was replaced in between.
  ///
  /// See ``/CoatcheckAccounts/UserStore/replacePasswordHash(of:expecting:with:)``.
  public func replacePasswordHash(
    of userID: String, expecting: PasswordHash?, with replacement: PasswordHash
  ) async throws -> Bool {
    guard StoredText.accepts([userID]) else { return false }
    return try await statement { database in
      try database.change(
        """
        UPDATE users SET password_hash = $1
        WHERE id = $2 AND password_hash IS NOT DISTINCT FROM $3
        """,
        .text(replacement.text), .text(userID), .text(expecting?.text)) == 1
    }
  }
}

// The table of users.

extension PostgreSQLConnection {
  func user(_ id: String) throws -> User? {
    try together([.user(id)])[0].first.map { try User(row: $0.stored) }
  }

  /// Whether there is a user with this identifier.
  func userExists(_ id: String) throws -> Bool {
    try first("SELECT id FROM users WHERE id = $1", .text(id)) != nil
  }

  /// Whether there was a user with this identifier.
  func wasRemoved(_ id: String) throws -> Bool {
    try first("SELECT id FROM removed_user WHERE id = $1", .text(id)) != nil
  }

  /// Whether another user has this name.
  func isTaken(_ name: UserName, butBy id: String) throws -> Bool {
    try first("SELECT id FROM users WHERE name = $1 AND id <> $2", .text(name.text), .text(id))
      != nil
  }

  /// Adds a new user.
  func add(_ user: User) throws {
    let others = try first(
      "SELECT id FROM users WHERE id = $1 OR name = $2", .text(user.id), .text(user.name.text))
    guard others == nil, try !wasRemoved(user.id) else { throw StoreError.taken("user") }
    try save(user)
  }

  /// Adds a user, or replaces the one with the same identifier.
  func save(_ user: User) throws {
    try change(
      """
      INSERT INTO users (id, name, password_hash, claims, standing, searched)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, password_hash = excluded.password_hash, claims = excluded.claims,
        standing = excluded.standing, searched = excluded.searched
      """,
      .text(user.id), .text(user.name.text), .text(user.passwordHash?.text),
      .json(user.claims.serialized()), .text(user.standing.rawValue),
      .bytes(User.searched(name: user.name.text, claims: user.claims)))
  }
}

extension User {
  /// The text of a user in which a search looks besides contacts: name and claims, folded, separated by a
  /// byte that does not occur in texts.
  static func searched(name: String, claims: JSONObject) -> [UInt8] {
    let texts = [name] + UserFilter.claims.compactMap { claims[$0]?.stringValue }
    return Array(texts.map(SearchText.folded).joined(separator: [0xFF]))
  }
}

extension PreparedCall {
  /// A user; no user without an identifier.
  static func user(_ id: String?) -> PreparedCall {
    PreparedCall("SELECT \(Columns.user) FROM users WHERE id = $1", .text(id))
  }
}
