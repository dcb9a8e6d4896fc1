// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A store of sessions, which keeps them when the program ends.
///
/// ``RecordTokenStore`` is one over anything that keeps bytes under a name: files, the system's keychain, a
/// database. A store of your own must keep four promises, which the contract suite in
/// `CoatcheckStoreTesting` checks:
///
/// - What ``save(_:)`` returned from survives a crash.
/// - A reader sees either the old or the new session and never a mixture.
/// - Two bodies of ``withExclusiveAccess(to:_:)`` for one lock never run at the same time, in whatever
///   processes share the store.
/// - A store that cannot be read never looks like an empty one.
public protocol TokenStore: Sendable {
  /// Where the sessions are and what protects them, as text to display.
  var place: StoreLocation { get }

  /// The sessions that match a filter, sorted by name.
  ///
  /// - Parameters:
  ///   - filter: Which sessions are wanted.
  ///   - page: One page of them only, in an order of the store's own; nil for all, sorted by name.
  /// - Throws: `OAuthError` with `storeFailed` when the store cannot be read now, `storeLocked` when it has
  ///   to be unlocked first, or `storeDamaged` naming what is damaged. None of them means that there is no
  ///   session.
  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession]

  /// The session of an account; nil if there is no such session.
  ///
  /// - Throws: As ``sessions(_:page:)``.
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession?

  /// Stores a session durably, in place of the account's older one.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`; `misused` when the place cannot keep the
  ///   session in the way that it is configured, such as a keychain without an entitlement; `cancelled`
  ///   when the task is cancelled while it waits for another process. The older session is still there
  ///   then; or the new one is, when only a step after its replacement failed, such as the removal of an
  ///   old copy. Saving again is always safe.
  func save(_ session: StoredSession) async throws(OAuthError)

  /// The session with what its renewal needs: the session itself, unless the store keeps the refresh token
  /// behind a prompt.
  ///
  /// A refresh calls it right before the request. Signing out and moving a session call it as well, and
  /// nothing else does.
  ///
  /// - Parameter session: What ``session(_:)`` returned.
  /// - Throws: `OAuthError` with `interactionRequired` when the user has to be prompted and that is not
  ///   allowed now; `userCancelled` when the user closed the prompt; `timedOut` when the user did not
  ///   answer it; `storeFailed` or `storeLocked`. The session is as it was.
  func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession

  /// Removes the session of an account. A missing session is not an error.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`, or `cancelled` when the task is cancelled
  ///   while it waits for another process; the session may still be there then.
  func remove(_ account: AccountID) async throws(OAuthError)

  /// The default account, which is meant when no account is named; nil when none was chosen. It is only a
  /// pointer, and may point to an account whose session was removed.
  ///
  /// - Throws: As ``sessions(_:page:)``.
  func defaultAccount() async throws(OAuthError) -> AccountID?

  /// Chooses the default account, which is meant when no account is named; nil for none.
  ///
  /// - Throws: As ``save(_:)``; the choice is as it was then.
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError)

  /// Runs `body` while no other task, in any process, holds the same lock.
  ///
  /// A refresh runs in here, from reading the session to saving its successor. The body may call the
  /// store's other functions, and this one for the same lock.
  ///
  /// - Parameters:
  ///   - lock: The lock, which says how long it is waited for.
  ///   - body: What runs while the lock is held. The lock is released when it returns or throws.
  /// - Throws: What `body` throws; `OAuthError` with `storeFailed` when the lock cannot be had within its
  ///   patience, or `cancelled` when the task is cancelled while waiting for it: `body` did not run then.
  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

extension TokenStore {
  /// All sessions, sorted by name.
  ///
  /// - Throws: As ``sessions(_:page:)``.
  public func sessions() async throws(OAuthError) -> [StoredSession] {
    try await sessions(.all, page: nil)
  }

  /// Returns the session unchanged, for a store that keeps refresh tokens with their sessions.
  ///
  /// - Throws: Nothing; a store with a prompt has a function of its own.
  public func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    session
  }

  /// The sessions that match a filter, sorted by name.
  ///
  /// - Throws: As ``sessions(_:page:)``.
  public func sessions(_ filter: AccountFilter) async throws(OAuthError) -> [StoredSession] {
    try await sessions(filter, page: nil)
  }

  /// Runs `body` while no other task, in any process, holds the lock of the same account. The lock is
  /// waited for 120 seconds.
  ///
  /// - Parameters:
  ///   - account: The account whose lock is taken.
  ///   - body: What runs while the lock is held. The lock is released when it returns or throws.
  /// - Throws: What `body` throws; `OAuthError` with `storeFailed` when the lock cannot be had in time, or
  ///   `cancelled` when the task is cancelled while waiting for it: `body` did not run then.
  public func withExclusiveAccess<Value: Sendable>(
    to account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withExclusiveAccess(to: .account(account), body)
  }
}
