// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

/// A store that breaks one rule.
struct CarelessStore: TokenStore {
  enum Carelessness: String, CaseIterable, Sendable {
    case letsAllIn, forgetsLabels, mergesUnicodeForms, ignoresTheFilter, repeatsPages
    case keepsNothing, ignoresRemoval, losesTheDefault, swallowsErrors
  }

  let carelessness: Carelessness
  let base: MemoryTokenStore

  var place: StoreLocation { base.place }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] {
    var (filter, page) = (filter, page)
    if carelessness == .ignoresTheFilter { filter.provider = nil }
    if carelessness == .repeatsPages { page?.after = nil }
    return try await base.sessions(filter, page: page)
  }

  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await base.session(account)
  }

  func save(_ session: StoredSession) async throws(OAuthError) {
    var session = session
    switch carelessness {
    case .forgetsLabels: session.labels = []
    case .mergesUnicodeForms where session.name == "\u{E9}": session.name = "e\u{301}"
    case .keepsNothing: return
    default: break
    }
    try await base.save(session)
  }

  func remove(_ account: AccountID) async throws(OAuthError) {
    if carelessness != .ignoresRemoval { try await base.remove(account) }
  }

  func defaultAccount() async throws(OAuthError) -> AccountID? {
    carelessness == .losesTheDefault ? nil : try await base.defaultAccount()
  }

  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    try await base.setDefaultAccount(account)
  }

  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    switch carelessness {
    case .letsAllIn: return try await body()
    case .swallowsErrors:
      do { return try await base.withExclusiveAccess(to: lock, body) } catch {
        throw OAuthError.unreachable(.storeFailed, "Something failed.")
      }
    default: return try await base.withExclusiveAccess(to: lock, body)
    }
  }
}

@Suite("The contract of token stores")
struct CarelessStoreTests {
  @Test("detects a store that breaks one rule", arguments: CarelessStore.Carelessness.allCases)
  func isFoundOut(_ carelessness: CarelessStore.Carelessness) async {
    var broken = 0
    for check in TokenStoreContract.checks {
      let store = CarelessStore(carelessness: carelessness, base: MemoryTokenStore())
      do {
        try await check.run(in: .init(persists: false) { store })
      } catch {
        broken += 1
      }
    }
    #expect(broken > 0)
  }

  @Test("detects a store that loses sessions when it is opened again")
  func forgetful() async {
    var broken: [String] = []
    for check in TokenStoreContract.checks {
      do {
        try await check.run(in: .init { MemoryTokenStore() })
      } catch {
        broken.append(check.name)
      }
    }
    #expect(broken.contains { $0.contains("opened again") })
  }
}
