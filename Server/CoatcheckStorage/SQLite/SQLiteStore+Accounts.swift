// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Returns a user with all data that outlasts sessions.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/account(_:)``.
  public func account(_ id: String) async throws(StoreError) -> UserAccount? {
    guard StoredText.accepts([id]) else { return nil }
    return try await search { database in
      guard let user = try database.user(id) else { return nil }
      return UserAccount(
        user: user, contacts: try database.contacts(of: id), links: try database.links(of: id),
        passwordHistory: try database.all(
          "SELECT password_hash FROM password_history WHERE user_id = ? ORDER BY key DESC",
          Bound.text(id)
        ).map { try PasswordHash(text: $0.text("password_hash")) },
        consents: try database.all(
          "SELECT * FROM consent WHERE user_id = ? ORDER BY client_id", Bound.text(id)
        ).map(Consent.init(row:)))
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
      if let taken = try database.taken(of: account) { return .taken(taken) }
      let user = account.user
      try database.save(user)
      for contact in account.contacts {
        try database.prove(contact, of: user.id, at: StoredTime(now))
      }
      for link in account.links { try database.insert(link.stored) }
      for hash in account.passwordHistory.reversed() {
        try database.change(
          "INSERT INTO password_history (user_id, password_hash) VALUES (?, ?)",
          Bound.text(user.id), Bound.text(hash.text))
      }
      for consent in account.consents {
        try database.change(
          "INSERT INTO consent (user_id, client_id, scopes) VALUES (?, ?, ?)",
          Bound.text(user.id), Bound.text(consent.key.clientID), Bound.texts(consent.scopes))
      }
      return .added
    }
  }
}

extension Database {
  /// The part of an account that another user already has; nil if the account can be added.
  fileprivate func taken(of account: UserAccount) throws -> AccountAddition.Taken? {
    let (id, name) = (Bound.text(account.user.id), Bound.text(account.user.name.text))
    guard try !userExists(account.user.id), try !wasRemoved(account.user.id),
      try count("SELECT count(*) FROM consent WHERE user_id = ?", id) == 0
    else { return .id }
    guard try count("SELECT count(*) FROM user WHERE name = ?", name) == 0 else {
      return .username
    }
    for contact in account.contacts where try owner(of: contact) != nil { return .contact }
    for one in account.links {
      let taken = try count("SELECT count(*) FROM link WHERE id = ?", Bound.text(one.id)) > 0
      if try taken || link(one.identity) != nil { return .link }
    }
    return nil
  }
}
