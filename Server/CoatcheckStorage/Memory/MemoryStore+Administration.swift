// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore: AdministrationStore {
  /// Lists users, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/users(_:after:limit:)``.
  public func users(
    _ filter: UserFilter, after name: UserName?, limit: Int
  ) async throws(StoreError) -> [User] {
    guard StoredText.accepts([filter.text ?? ""]) else { return [] }
    return try transaction { state in
      let users = state.users.values
        .filter { user in name.map { ByteKey($0.text) < ByteKey(user.name.text) } ?? true }
        .filter { filter.accepts($0, contacts: state.social.contacts(of: ByteKey($0.id))) }
        .sorted { ByteKey($0.name.text) < ByteKey($1.name.text) }
      return Array(users.prefix(max(limit, 0)))
    }
  }

  /// Counts users.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/countUsers(_:)``.
  public func countUsers(_ filter: UserFilter) async throws(StoreError) -> Int {
    try await users(filter, after: nil, limit: .max).count
  }

  /// Replaces a user, unless another caller changed the user in between.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/replace(_:with:at:)``.
  public func replace(
    _ before: User, with after: User, at now: Date
  ) async throws(StoreError) -> UserReplacement {
    try after.checkStorable()
    try after.check(replacing: before)
    let key = ByteKey(after.id)
    return try transaction { state in
      guard state.users[key] == before else { return .changedMeanwhile }
      if let owner = state.names[after.name], owner != key { return .nameTaken }
      state.names[before.name] = nil
      state.names[after.name] = key
      state.users[key] = after
      guard let reason = AccountChange.ends(before, becoming: after) else {
        return .replaced(nil)
      }
      return .replaced(Self.endSessions(of: key, keeping: .none, reason, at: now, in: &state))
    }
  }

  /// Lists clients, page by page.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/clients(_:after:limit:)``.
  public func clients(
    _ filter: ClientFilter, after id: String?, limit: Int
  ) async throws(StoreError) -> [RegisteredClient] {
    guard StoredText.accepts([filter.text ?? "", id ?? ""]) else { return [] }
    return try transaction { state in
      let clients = state.clients.values
        .filter { client in id.map { ByteKey($0) < ByteKey(client.id) } ?? true }
        .filter(filter.accepts)
        .sorted { ByteKey($0.id) < ByteKey($1.id) }
      return Array(clients.prefix(max(limit, 0)))
    }
  }

  /// Counts clients.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/countClients(_:)``.
  public func countClients(_ filter: ClientFilter) async throws(StoreError) -> Int {
    try await clients(filter, after: nil, limit: .max).count
  }

  /// Replaces or adds a client, unless another caller changed it in between.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/replace(_:with:)``.
  public func replace(
    _ before: RegisteredClient?, with after: RegisteredClient
  ) async throws(StoreError) -> Bool {
    try after.checkStorable()
    try after.check(replacing: before)
    let key = ByteKey(after.id)
    return try transaction { state in
      guard state.clients[key] == before else { return false }
      state.clients[key] = after.stored
      return true
    }
  }
}
