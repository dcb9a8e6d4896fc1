// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Returns a user with all data that outlasts sessions.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/account(_:)``.
  public func account(_ id: String) async throws(StoreError) -> UserAccount? {
    guard StoredText.accepts([id]) else { return nil }
    return try await write { database in
      // All statements of the transaction see the same state.
      database.later("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
      guard let user = try database.user(id) else { return nil }
      return UserAccount(
        user: user, contacts: try database.contacts(of: id), links: try database.links(of: id),
        passwordHistory: try database.passwordHistory(of: id),
        consents: try database.all(
          """
          SELECT user_id, client_id, scopes FROM consent WHERE user_id = $1 ORDER BY client_id
          """,
          .text(id)
        ).map { try Consent(row: $0.stored) })
    }
  }

  /// Adds a user with all data that outlasts sessions.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/add(_:at:)``.
  public func add(
    _ account: UserAccount, at now: Date
  ) async throws(StoreError) -> AccountAddition {
    try account.user.checkStorable()
    try account.checkStorable()
    return try await write { database in
      let user = account.user
      database.lock(
        Set(
          account.links.map { .identity($0.identity) } + account.contacts.map { .contact($0) }
            + account.consents.map { .consent(user: user.id, client: $0.key.clientID) }
            + [.user(user.id)]))
      if let taken = try database.taken(of: account) { return .taken(taken) }
      // If two accounts take one name at the same time, an index refuses the second, and its verb runs
      // again.
      try database.save(user)
      for contact in account.contacts {
        database.prove(contact, of: user.id, at: StoredTime(now))
      }
      for link in account.links { try database.insert(link.stored) }
      for hash in account.passwordHistory.reversed() {
        database.later(
          "INSERT INTO password_history (user_id, password_hash) VALUES ($1, $2)",
          .text(user.id), .text(hash.text))
      }
      for consent in account.consents {
        database.later(
          "INSERT INTO consent (user_id, client_id, scopes) VALUES ($1, $2, $3)",
          .text(user.id), .text(consent.key.clientID), .texts(consent.scopes))
      }
      return .added
    }
  }
}

extension PostgreSQLConnection {
  /// The part of an account that another user already has; nil if the account can be added.
  fileprivate func taken(of account: UserAccount) throws -> AccountAddition.Taken? {
    let id = PostgreSQLValue.text(account.user.id)
    guard try !userExists(account.user.id), try !wasRemoved(account.user.id),
      try count("SELECT count(*) AS count FROM consent WHERE user_id = $1", id) == 0
    else { return .id }
    guard try !isTaken(account.user.name, butBy: account.user.id) else { return .username }
    for contact in account.contacts where try owner(of: contact) != nil { return .contact }
    for one in account.links {
      let taken = try count(
        "SELECT count(*) AS count FROM link WHERE id = $1", .text(one.id))
      if try taken > 0 || link(one.identity) != nil { return .link }
    }
    return nil
  }

  /// The hashes of earlier passwords, the newest first.
  func passwordHistory(of userID: String) throws -> [PasswordHash] {
    try all(
      "SELECT password_hash FROM password_history WHERE user_id = $1 ORDER BY key DESC",
      .text(userID)
    ).map { try PasswordHash(text: $0.stored.text("password_hash")) }
  }
}
