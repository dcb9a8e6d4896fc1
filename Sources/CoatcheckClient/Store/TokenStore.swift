// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Where sessions outlive the program.
///
/// ``FileTokenStore`` keeps them in files, ``MemoryTokenStore`` until the program ends. A store of your
/// own must keep three promises: what ``save(_:)`` returned from survives a crash, a reader sees either
/// the old or the new session and never a mixture, and two bodies of
/// ``withExclusiveAccess(to:_:)`` for one account never run at the same time, in whatever processes
/// share the store.
public protocol TokenStore: Sendable {
  /// All sessions.
  ///
  /// - Throws: ``OAuthError`` with `storeFailed`, or `storeDamaged` naming what is damaged. Neither
  ///   means that nobody is signed in.
  func sessions() async throws(OAuthError) -> [StoredSession]

  /// The session of an account; nil when there is none.
  ///
  /// - Throws: As ``sessions()``.
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession?

  /// Stores a session durably, in place of the account's older one.
  ///
  /// - Throws: ``OAuthError`` with `storeFailed`; the older session is still there then.
  func save(_ session: StoredSession) async throws(OAuthError)

  /// Forgets the session of an account. It is no error if there is none.
  ///
  /// - Throws: ``OAuthError`` with `storeFailed`; the session may still be there then.
  func remove(_ account: AccountID) async throws(OAuthError)

  /// Runs `body` while nobody else, in any process, is inside for the same account.
  ///
  /// A refresh runs in here, from reading the session to saving its successor. The body may call the
  /// store's other functions, and this one for the same account.
  ///
  /// - Throws: What the body throws; ``OAuthError`` with `storeFailed` when the lock can't be had, or
  ///   `cancelled` when the task is cancelled while waiting for it.
  func withExclusiveAccess<Value: Sendable>(
    to account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}
