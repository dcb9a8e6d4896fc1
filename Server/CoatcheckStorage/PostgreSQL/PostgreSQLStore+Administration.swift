// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore: AdministrationStore {
  /// Lists users, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/users(_:after:limit:)``.
  public func users(
    _ filter: UserFilter, after name: UserName?, limit: Int
  ) async throws(StoreError) -> [User] {
    guard StoredText.accepts([filter.text ?? ""]) else { return [] }
    return try await read { database in
      try database.all(
        """
        SELECT \(Columns.user) FROM users WHERE \(Searching.users) AND name > $4
        ORDER BY name LIMIT $5
        """,
        Searching.folded(filter.text), .text(filter.text), .text(filter.standing?.rawValue),
        .text(name?.text ?? ""), .integer(max(limit, 0))
      ).map { try User(row: $0.stored) }
    }
  }

  /// Counts users.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/countUsers(_:)``.
  public func countUsers(_ filter: UserFilter) async throws(StoreError) -> Int {
    guard StoredText.accepts([filter.text ?? ""]) else { return 0 }
    return try await read { database in
      try database.count(
        "SELECT count(*) AS count FROM users WHERE \(Searching.users)",
        Searching.folded(filter.text), .text(filter.text), .text(filter.standing?.rawValue))
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
      database.lock(.user(before.id))
      let found = try database.first(
        "SELECT \(Columns.user) FROM users WHERE id = $1 FOR UPDATE", .text(before.id))
      guard try found.map({ try User(row: $0.stored) }) == before else { return .changedMeanwhile }
      guard try !database.isTaken(after.name, butBy: after.id) else { return .nameTaken }
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
    return try await read { database in
      try database.all(
        """
        SELECT \(Columns.client) FROM client WHERE \(Searching.clients) AND ($3 IS NULL OR id > $3)
        ORDER BY id LIMIT $4
        """,
        Searching.folded(filter.text), .text(filter.standing?.rawValue), .text(id),
        .integer(max(limit, 0))
      ).map { try RegisteredClient(row: $0.stored) }
    }
  }

  /// Counts clients.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/countClients(_:)``.
  public func countClients(_ filter: ClientFilter) async throws(StoreError) -> Int {
    guard StoredText.accepts([filter.text ?? ""]) else { return 0 }
    return try await read { database in
      try database.count(
        "SELECT count(*) AS count FROM client WHERE \(Searching.clients)",
        Searching.folded(filter.text), .text(filter.standing?.rawValue))
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
      database.lock(.client(after.id))
      let found = try database.first(
        "SELECT \(Columns.client) FROM client WHERE id = $1 FOR UPDATE", .text(after.id))
      guard try found.map({ try RegisteredClient(row: $0.stored) }) == before else { return false }
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
    ($3 IS NULL OR standing = $3)
    AND ($1 IS NULL OR users.id = $2 OR position($1 IN searched) > 0
      OR EXISTS (
        SELECT 1 FROM contact WHERE contact.user_id = users.id
          AND position($1 IN convert_to(lower(contact.value), 'UTF8')) > 0))
    """

  /// Parameter 2 is the standing.
  static let clients = """
    ($2 IS NULL OR standing = $2)
    AND ($1 IS NULL OR position($1 IN convert_to(lower(id), 'UTF8')) > 0
      OR position($1 IN convert_to(lower(name), 'UTF8')) > 0)
    """

  /// A text folded as `lower` does in the collation "C": only A to Z.
  static func folded(_ text: String?) -> PostgreSQLValue { .bytes(text.map(SearchText.folded)) }
}
