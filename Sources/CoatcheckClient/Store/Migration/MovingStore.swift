// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Two stores while sessions are moved from the old to the new one: callers see one store.
struct MovingStore: TokenStore {
  let old: any TokenStore
  let new: any TokenStore

  var place: StoreLocation { new.place }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] {
    // The old store first: what is moved meanwhile is in the new one before it leaves the old one.
    var found: [AccountID: StoredSession] = [:]
    for session in try await old.sessions() { found[session.account] = session }
    for session in try await new.sessions() { found[session.account] = newer(session, found) }
    let fitting = found.values.filter(filter.admits)
    guard let page else { return fitting.sorted { $0.name < $1.name } }
    let after = page.after?.fingerprint ?? ""
    return Array(
      fitting.filter { $0.account.fingerprint > after }
        .sorted { $0.account.fingerprint < $1.account.fingerprint }.prefix(max(0, page.limit)))
  }

  private func newer(
    _ session: StoredSession, _ found: [AccountID: StoredSession]
  ) -> StoredSession {
    guard let other = found[session.account], StoreMigration.isNewer(other, than: session) else {
      return session
    }
    return other
  }

  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    let before = try await old.session(account)
    guard let session = try await new.session(account) else { return before }
    return before.map { newer(session, [account: $0]) } ?? session
  }

  func save(_ session: StoredSession) async throws(OAuthError) {
    try await new.save(session)
    try await old.remove(session.account)
  }

  func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    let whole = try await new.renewable(session)
    return whole.refreshToken == nil ? try await old.renewable(session) : whole
  }

  func remove(_ account: AccountID) async throws(OAuthError) {
    try await old.remove(account)
    try await new.remove(account)
  }

  func defaultAccount() async throws(OAuthError) -> AccountID? {
    let before = try await old.defaultAccount()
    return try await new.defaultAccount() ?? before
  }

  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    try await new.setDefaultAccount(account)
    try await old.setDefaultAccount(nil)
  }

  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await old.withExclusiveAccess(to: lock) {
      try await new.withExclusiveAccess(to: lock, body)
    }
  }
}
