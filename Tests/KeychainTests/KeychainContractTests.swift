// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import SecurityShim
import TestSupport

extension AppleKeychain {
  @Suite("Stores in the keychain")
  struct KeychainContractTests {
    @Test("keep the contract of every token store", arguments: TokenStoreContract.checks)
    func records(_ check: TokenStoreContract.Check) async throws {
      _ = AppleKeychain.device()
      let folder = try Folder()
      try await check.run(
        in: .init { RecordTokenStore(try Records(SecItemKeychain(), lockDirectory: folder.path)) })
    }

    @Test("keep it in the login keychain of a Mac", arguments: TokenStoreContract.checks)
    func login(_ check: TokenStoreContract.Check) async throws {
      _ = AppleKeychain.device(.mac, .none)
      let folder = try Folder()
      try await check.run(
        in: .init {
          RecordTokenStore(try Records(SecItemKeychain(.login), lockDirectory: folder.path))
        })
    }

    @Test("keep it as the store of the system", arguments: TokenStoreContract.checks)
    func system(_ check: TokenStoreContract.Check) async throws {
      _ = AppleKeychain.device()
      let folder = try Folder()
      try await check.run(in: .init { SystemStore(folder: folder.path) })
    }

    @Test(
      "keep it behind the user's presence, after a prompt", arguments: TokenStoreContract.checks
    )
    func guarded(_ check: TokenStoreContract.Check) async throws {
      _ = AppleKeychain.device()
      let folder = try Folder()
      try await check.run(
        in: .init {
          let records = try Records(SecItemKeychain(), lockDirectory: folder.path)
          return PromptingStore(store: GuardedTokenStore(records, presence: .any))
        })
    }
  }
}

/// A store that prompts at each read, so that its sessions have their refresh tokens.
private struct PromptingStore: TokenStore {
  let store: GuardedTokenStore<SecItemKeychain>

  var place: StoreLocation { store.place }

  private func whole(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    do {
      let found = try await UserPresence.prompting("test") { try await store.renewable(session) }
      // The name of the guarded item is not a part of the session.
      var json = found.json
      json["guarded_item"] = nil
      return try StoredSession(json: json)
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }
  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    for session in try await store.sessions(filter, page: page) {
      sessions.append(try await whole(session))
    }
    return sessions
  }
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    guard let session = try await store.session(account) else { return nil }
    return try await whole(session)
  }
  func save(_ session: StoredSession) async throws(OAuthError) { try await store.save(session) }
  func remove(_ account: AccountID) async throws(OAuthError) { try await store.remove(account) }
  func defaultAccount() async throws(OAuthError) -> AccountID? { try await store.defaultAccount() }
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    try await store.setDefaultAccount(account)
  }
  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value { try await store.withExclusiveAccess(to: lock, body) }
}
