// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization

/// A store that forgets everything when the program ends: for tests, and for programs which shall leave
/// nothing behind.
public final class MemoryTokenStore: TokenStore {
  private let records: Mutex<[AccountID: StoredSession]>
  private let locks = Mutex<[AccountID: AsyncLock]>([:])

  /// A store with these sessions in it.
  public init(_ sessions: [StoredSession] = []) {
    records = Mutex(
      Dictionary(sessions.map { ($0.account, $0) }, uniquingKeysWith: { _, last in last }))
  }

  /// All sessions, by name.
  public func sessions() async -> [StoredSession] {
    records.withLock { Array($0.values) }.sorted { $0.name < $1.name }
  }

  /// The session of an account; nil when there is none.
  public func session(_ account: AccountID) async -> StoredSession? {
    records.withLock { $0[account] }
  }

  /// Keeps a session, in place of the account's older one.
  public func save(_ session: StoredSession) async {
    records.withLock { $0[session.account] = session }
  }

  /// Forgets the session of an account.
  public func remove(_ account: AccountID) async {
    records.withLock { $0[account] = nil }
  }

  /// Runs `body` while nobody else is inside for the same account of this store.
  public func withExclusiveAccess<Value: Sendable>(
    to account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let key = "\(ObjectIdentifier(self)) \(account.fingerprint)"
    if Hold.isActive(key) { return try await body() }
    let lock = locks.withLock { locks in
      let lock = locks[account] ?? AsyncLock()
      locks[account] = lock
      return lock
    }
    try await lock.lock()
    defer { lock.unlock() }
    return try await Hold.run(key, body)
  }
}
