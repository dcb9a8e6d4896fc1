// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Synchronization

/// A store that can be read but, while its disk is full, not written.
final class FullDisk: TokenStore {
  private let memory = MemoryTokenStore()
  private let full = Mutex(false)

  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  func sessions() async throws(OAuthError) -> [StoredSession] { await memory.sessions() }
  func session(_ account: AccountID) async -> StoredSession? { await memory.session(account) }
  func remove(_ account: AccountID) async throws(OAuthError) { await memory.remove(account) }

  func save(_ session: StoredSession) async throws(OAuthError) {
    guard !isFull else { throw .unreachable(.storeFailed, "The disk is full.") }
    await memory.save(session)
  }

  func withExclusiveAccess<Value: Sendable>(
    to account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await memory.withExclusiveAccess(to: account, body)
  }
}
