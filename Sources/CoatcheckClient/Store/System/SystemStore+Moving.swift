// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension SystemStore {
  /// Moves all sessions and registered clients of this folder to another kind of store, which is the
  /// folder's from then on.
  ///
  /// Other programs can use the folder meanwhile. When it is interrupted, the sessions are in two places,
  /// both of which are looked into, and the same call finishes the move. An account that cannot be moved is
  /// in the report, and does not keep the others from moving.
  ///
  /// - Parameter choice: The kind of the new store.
  /// - Returns: What became of each account and each client; empty when nothing was stored yet.
  /// - Throws: `OAuthError` with `misused` naming `choice` when the sessions are kept like that already, or
  ///   when the system has no other place; `storeFailed` or `storeLocked` when one of the stores cannot be
  ///   used, or another move has to be finished first; `storeDamaged` when the old store has a damaged
  ///   session, which is set aside; `cancelled`. What was moved before the error is in the new store.
  public func move(to choice: StoreChoice) async throws(OAuthError) -> MigrationReport {
    try await OAuthError.typed {
      try await home.withLock(.record("moving")) {
        guard let settings = try await begin(choice), let old = settings.old else {
          return MigrationReport()
        }
        let migration = StoreMigration(
          from: LockedStore(home: home, store: try store(old)),
          to: try store(settings.store))
        var report = try await migration.run()
        // A list of the files may lack one that is being replaced, so the migration is repeated until
        // nothing is left.
        while report.isComplete {
          let more = try await migration.run()
          if more.accounts.isEmpty, more.clients.isEmpty, more.isComplete { break }
          report.accounts += more.accounts
          report.clients += more.clients
          report.defaultFailure = more.defaultFailure
        }
        if report.isComplete { try await write(StoreSettings(settings.store)) }
        return report
      }
    }
  }

  /// Records where sessions are moved to; nil if there are no sessions to move.
  private func begin(_ choice: StoreChoice) async throws -> StoreSettings? {
    if services.keychains?.isOnlyOne == true {
      throw OAuthError.misused(
        "choice",
        "On this system sessions are in the keychain; there is no other place to move them to.")
    }
    return try await home.withLock(.record(StoreSettings.record)) {
      guard let now = try settings() else {
        try await write(StoreSettings(try await prepared(choice)))
        return nil
      }
      if now.old != nil {
        guard now.choice == choice else {
          throw OAuthError.store(
            "a move to “\(now.choice.name)” is not finished. Finish it with: coatcheck migrate --to "
              + now.choice.name)
        }
        return now
      }
      let new = try await prepared(choice)
      guard new.choice != now.choice else {
        throw OAuthError.misused("choice", "The sessions are kept as “\(new.choice.name)” already.")
      }
      let moving = StoreSettings(new, old: now.store)
      try await write(moving)
      return moving
    }
  }
}

/// A store that also takes the lock of the folder, for each of its locks.
private struct LockedStore: TokenStore {
  let home: FileRecords
  let store: any TokenStore

  var place: StoreLocation { store.place }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] { try await store.sessions(filter, page: page) }
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await store.session(account)
  }
  func save(_ session: StoredSession) async throws(OAuthError) { try await store.save(session) }
  func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    try await store.renewable(session)
  }
  func remove(_ account: AccountID) async throws(OAuthError) { try await store.remove(account) }
  func defaultAccount() async throws(OAuthError) -> AccountID? { try await store.defaultAccount() }
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    try await store.setDefaultAccount(account)
  }
  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await home.withLock(lock) { try await store.withExclusiveAccess(to: lock, body) }
  }
}

extension LockedStore: ListedClients {
  func clients() async throws(OAuthError) -> [StoredClient] {
    try await (store as? any ListedClients)?.clients() ?? []
  }
  func client(at issuer: Issuer, named name: String) async throws(OAuthError) -> StoredClient? {
    try await (store as? any ClientStore)?.client(at: issuer, named: name)
  }
  func keep(_ client: StoredClient) async throws(OAuthError) {
    guard let store = store as? any ClientStore else {
      throw .store("this kind of store keeps no clients")
    }
    try await store.keep(client)
  }
  func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError) {
    try await (store as? any ClientStore)?.forgetClient(at: issuer, named: name)
  }
}
