// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore: AdministrationStore {
  /// Lists users, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/users(_:after:limit:)``.
  public func users(
    _ filter: UserFilter, after name: UserName?, limit: Int
  ) async throws(StoreError) -> [User] {
    guard StoredText.accepts([filter.text ?? ""]) else { return [] }
    return try await search { database in
      try database.all(
        """
        SELECT * FROM user WHERE name > ?4 AND \(Searching.users) ORDER BY name LIMIT ?5
        """,
        Searching.folded(filter.text), Bound.text(filter.text),
        Bound.text(filter.standing?.rawValue), Bound.text(name?.text ?? ""),
        Bound.integer(max(limit, 0))
      ).map(User.init(row:))
    }
  }

  /// Counts users.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/countUsers(_:)``.
  public func countUsers(_ filter: UserFilter) async throws(StoreError) -> Int {
    guard StoredText.accepts([filter.text ?? ""]) else { return 0 }
    return try await search { database in
      try database.count(
        "SELECT count(*) FROM user WHERE \(Searching.users)", Searching.folded(filter.text),
        Bound.text(filter.text), Bound.text(filter.standing?.rawValue))
    }
  }

  /// Replaces a user, unless another caller changed the user in between.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/replace(_:with:at:)``.
  public func replace(
    _ before: User, with after: User, at now: Date
  ) async throws(StoreError) -> UserReplacement {
    try after.checkStorable()
    try after.check(replacing: before)
    return try await write { database in
      guard try database.user(before.id) == before else { return .changedMeanwhile }
      let others = try database.count(
        "SELECT count(*) FROM user WHERE name = ? AND id <> ?", Bound.text(after.name.text),
        Bound.text(after.id))
      guard others == 0 else { return .nameTaken }
      try database.save(after)
      guard let reason = AccountChange.ends(before, becoming: after) else {
        return .replaced(nil)
      }
      return .replaced(try database.endSessions(of: after.id, keeping: .none, reason, at: now))
    }
  }

  /// Lists clients, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/clients(_:after:limit:)``.
  public func clients(
    _ filter: ClientFilter, after id: String?, limit: Int
  ) async throws(StoreError) -> [RegisteredClient] {
    guard StoredText.accepts([filter.text ?? "", id ?? ""]) else { return [] }
    return try await search { database in
      try database.all(
        """
        SELECT * FROM client WHERE (?3 IS NULL OR id > ?3) AND \(Searching.clients)
        ORDER BY id LIMIT ?4
        """,
        Searching.folded(filter.text), Bound.text(filter.standing?.rawValue), Bound.text(id),
        Bound.integer(max(limit, 0))
      ).map(RegisteredClient.init(row:))
    }
  }

  /// Counts clients.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/countClients(_:)``.
  public func countClients(_ filter: ClientFilter) async throws(StoreError) -> Int {
    guard StoredText.accepts([filter.text ?? ""]) else { return 0 }
    return try await search { database in
      try database.count(
        "SELECT count(*) FROM client WHERE \(Searching.clients)", Searching.folded(filter.text),
        Bound.text(filter.standing?.rawValue))
    }
  }

  /// Replaces or adds a client, unless another caller changed it in between.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/replace(_:with:)``.
  public func replace(
    _ before: RegisteredClient?, with after: RegisteredClient
  ) async throws(StoreError) -> Bool {
    try after.checkStorable()
    try after.check(replacing: before)
    return try await write { database in
      let found = try database.first("SELECT * FROM client WHERE id = ?", Bound.text(after.id))
      guard try found.map(RegisteredClient.init(row:)) == before else { return false }
      try database.save(after)
      return true
    }
  }
}

/// The SQL conditions of a filter. Parameter 1 is the folded text, the others are described at each
/// condition.
private enum Searching {
  /// Parameter 2 is the text as it was given, 3 the standing.
  static let users = """
    (?3 IS NULL OR standing = ?3) AND (?1 IS NULL OR id = ?2 OR instr(CAST(name AS BLOB), ?1) > 0
      OR \(UserFilter.claims.map(claim).joined(separator: " OR "))
      OR EXISTS (
        SELECT 1 FROM contact
        WHERE contact.user_id = user.id AND instr(CAST(lower(contact.value) AS BLOB), ?1) > 0))
    """

  /// Parameter 2 is the standing.
  static let clients = """
    (?2 IS NULL OR standing = ?2) AND (?1 IS NULL OR instr(CAST(lower(id) AS BLOB), ?1) > 0
      OR instr(CAST(lower(name) AS BLOB), ?1) > 0)
    """

  /// A text folded as SQLite's `lower` does: only A to Z. As bytes, so that an empty text is found
  /// everywhere.
  static func folded(_ text: String?) -> StoredValue {
    Bound.bytes(text.map(SearchText.folded))
  }

  private static func claim(_ name: String) -> String {
    """
    (json_type(claims, '$.\(name)') = 'text'
      AND instr(CAST(lower(json_extract(claims, '$.\(name)')) AS BLOB), ?1) > 0)
    """
  }
}
