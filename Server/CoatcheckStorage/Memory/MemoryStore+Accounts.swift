// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Returns a user with all data that outlasts sessions.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/account(_:)``.
  public func account(_ id: String) async throws(StoreError) -> UserAccount? {
    let key = ByteKey(id)
    return try transaction { state in
      guard let user = state.users[key] else { return nil }
      let consents = state.consents.keys.filter { $0.bytes[0] == key.bytes[0] }.sorted()
      return UserAccount(
        user: user, contacts: state.social.contacts(of: key), links: state.social.links(of: key),
        passwordHistory: state.social.passwords[key] ?? [],
        consents: consents.map { one in
          Consent(
            userID: id, clientID: String(decoding: one.bytes[1], as: UTF8.self),
            scopes: state.consents[one] ?? [])
        })
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
    let key = ByteKey(account.user.id)
    return try transaction { state in
      if let taken = state.taken(of: account) { return .taken(taken) }
      state.users[key] = account.user
      state.names[account.user.name] = key
      for contact in account.contacts {
        state.social.contacts[contact] = .init(user: key, at: StoredTime(now))
      }
      for link in account.links { state.social.insert(link.stored) }
      if !account.passwordHistory.isEmpty {
        state.social.passwords[key] = account.passwordHistory
      }
      for consent in account.consents {
        state.consents[ByteKey(account.user.id, consent.key.clientID)] = consent.scopes
      }
      return .added
    }
  }
}

extension MemoryState {
  /// The part of an account that another user already has; nil if the account can be added.
  fileprivate func taken(of account: UserAccount) -> AccountAddition.Taken? {
    let key = ByteKey(account.user.id)
    guard users[key] == nil, !social.removed.contains(key),
      !consents.keys.contains(where: { $0.bytes[0] == key.bytes[0] })
    else { return .id }
    guard names[account.user.name] == nil else { return .username }
    guard account.contacts.allSatisfy({ social.contacts[$0] == nil }) else { return .contact }
    for link in account.links
    where social.links[ByteKey(link.id)] != nil || social.link(link.identity) != nil {
      return .link
    }
    return nil
  }
}
