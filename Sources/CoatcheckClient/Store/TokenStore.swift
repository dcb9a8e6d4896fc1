// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Where sessions outlive the program.
///
/// ``RecordTokenStore`` is one over anything that keeps bytes under a name: files, the system's
/// keychain, a database. A store of your own must keep four promises, which the contract suite in
/// `CoatcheckStoreTesting` checks: what ``save(_:)`` returned from survives a crash, a reader sees
/// either the old or the new session and never a mixture, two bodies of
/// ``withExclusiveAccess(to:_:)`` for one lock never run at the same time, in whatever processes
/// share the store, and a store that cannot be read never looks like an empty one.
public protocol TokenStore: Sendable {
  /// Where the sessions are and what protects them, as text to display.
  var place: StoreLocation { get }

  /// The sessions which the filter lets through, by name.
  ///
  /// - Parameters:
  ///   - filter: Which sessions are wanted.
  ///   - page: Some of them only, in an order of the store's own; nil for all, by name.
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`, or `storeDamaged` naming what is
  ///   damaged. None of them means that there is no session.
  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession]

  /// The session of an account; nil if there is no such session.
  ///
  /// - Throws: As ``sessions(_:page:)``.
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession?

  /// Stores a session durably, in place of the account's older one.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`; the older session is still there
  ///   then.
  func save(_ session: StoredSession) async throws(OAuthError)

  /// The session with what its renewal needs: the session itself, unless the store keeps the refresh token
  /// behind a prompt. A refresh calls it right before the request, and nothing else does.
  ///
  /// - Parameter session: What ``session(_:)`` returned.
  /// - Throws: `interactionRequired` when the user has to be prompted and that is not allowed now;
  ///   `userCancelled` when the user closed the prompt. The session is as it was.
  func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession

  /// Removes the session of an account. A missing session is not an error.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`; the session may still be there
  ///   then.
  func remove(_ account: AccountID) async throws(OAuthError)

  /// The account that is meant when none is named; nil when none was chosen. It is only a pointer,
  /// and may point to an account which is gone.
  func defaultAccount() async throws(OAuthError) -> AccountID?

  /// Chooses the account that is meant when none is named; nil for none.
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError)

  /// Runs `body` while no other task, in any process, holds the same lock.
  ///
  /// A refresh runs in here, from reading the session to saving its successor. The body may call
  /// the store's other functions, and this one for the same lock.
  ///
  /// - Throws: What the body throws; `OAuthError` with `storeFailed` when the lock cannot be had
  ///   within its patience, or `cancelled` when the task is cancelled while waiting for it.
  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

extension TokenStore {
  /// All sessions, by name.
  public func sessions() async throws(OAuthError) -> [StoredSession] {
    try await sessions(.all, page: nil)
  }

  /// The session: it has what its renewal needs.
  public func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    session
  }

  /// The sessions which the filter lets through, by name.
  public func sessions(_ filter: AccountFilter) async throws(OAuthError) -> [StoredSession] {
    try await sessions(filter, page: nil)
  }

  /// Runs `body` while no other task, in any process, holds the lock of the same account.
  public func withExclusiveAccess<Value: Sendable>(
    to account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withExclusiveAccess(to: .account(account), body)
  }
}
