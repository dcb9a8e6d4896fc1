// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A store that can be read but, while its disk is full, not written.
final class FullDisk: TokenStore {
  private let memory = MemoryTokenStore()
  private let full = Mutex(false)

  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  var place: StoreLocation { memory.place }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] {
    try await memory.sessions(filter, page: page)
  }
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await memory.session(account)
  }
  func remove(_ account: AccountID) async throws(OAuthError) { try await memory.remove(account) }
  func defaultAccount() async throws(OAuthError) -> AccountID? { try await memory.defaultAccount() }
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    try await memory.setDefaultAccount(account)
  }

  func save(_ session: StoredSession) async throws(OAuthError) {
    guard !isFull else { throw .unreachable(.storeFailed, "The disk is full.") }
    try await memory.save(session)
  }

  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await memory.withExclusiveAccess(to: lock, body)
  }
}
