// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A store that is locked.
struct NXLockedStore: TokenStore {
  private let locked = OAuthError.unreachable(.storeLocked, "The keychain is locked.")

  var place: StoreLocation { MemoryTokenStore().place }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] { throw locked }
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? { throw locked }
  func save(_ session: StoredSession) async throws(OAuthError) { throw locked }
  func remove(_ account: AccountID) async throws(OAuthError) { throw locked }
  func defaultAccount() async throws(OAuthError) -> AccountID? { throw locked }
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) { throw locked }
  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value { throw locked }
}
