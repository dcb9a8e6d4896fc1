// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand

/// The stored accounts at one moment, and the default account: the one that is used when none is named.
struct StoredAccounts: Sendable {
  /// The sessions, by name.
  let sessions: [StoredSession]
  /// The default account that the user has chosen; it may no longer be stored.
  let defaultAccount: AccountID?

  /// Reads them.
  ///
  /// - Parameter filter: Which accounts are wanted.
  /// - Throws: What the store throws.
  init(in store: any TokenStore, _ filter: AccountFilter = .all) async throws {
    sessions = try await store.sessions(filter)
    defaultAccount = try await store.defaultAccount()
  }

  /// The session that `wanted` means.
  ///
  /// - Throws: As ``AccountChoice``.
  func session(named wanted: String?) throws(CommandFailure) -> StoredSession {
    try AccountChoice.session(named: wanted, among: sessions, defaultAccount: defaultAccount)
  }

  /// Whether this is the default account.
  func isDefault(_ session: StoredSession) -> Bool { session.account == defaultAccount }
}
