// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// Where the sessions of a website's users are kept, for all servers of the website.
///
/// Every function is atomic, on all servers that share the store, and durable when it returns. Each throws
/// `OAuthError` with `storeFailed` when the store cannot be used now, and has changed nothing then; and with
/// `misused` when it is given a key, a hash or an id to keep that is not one. The contract suite in
/// `CoatcheckStoreTesting` checks a store of your own.
///
/// What ends at a time has ended at that time. Times are kept to the microsecond at least. Of all functions that
/// remove a session, one returns it, so that its tokens are revoked once; the one that ``open(_:replacing:at:)``
/// replaces is not returned.
public protocol WebSessionStore: Sendable {
  /// Notes something that happens once: a sign-in that comes back, a logout token.
  ///
  /// - Parameters:
  ///   - id: What happens: 1 to 128 visible ASCII characters.
  ///   - end: When it may be forgotten, since it would be refused for its age.
  ///   - now: The time.
  /// - Returns: Whether it is the first time. Of all callers, on whatever servers, it is true for one; the others
  ///   change nothing, whatever end they name.
  func claim(_ id: String, until end: Date, at now: Date) async throws(OAuthError) -> Bool

  /// Forgets what was noted: it could not be done, and may come again.
  func release(_ id: String) async throws(OAuthError)

  /// Opens a session, in one step with the end of the one in whose place it comes.
  ///
  /// - Parameters:
  ///   - record: The session.
  ///   - replaced: The key of the session that ends with it; nil for none. A missing one is not an error.
  ///   - now: The time.
  /// - Returns: False, and nothing is changed, when ``end(_:startedBefore:until:at:)`` has ended it before it was
  ///   opened: by its user, or by its session at the provider.
  /// - Throws: `storeFailed` also when there is a session with its key, and nothing is changed then.
  func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool

  /// A session; nil when it is unknown, or has ended by time.
  func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord?

  /// The state of a session; nil when it is unknown, or has ended by time. Every page of a signed-in user asks for it.
  func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState?

  /// Notes that a session is used. A session that has ended stays so, and none ends earlier by it.
  ///
  /// - Parameters:
  ///   - key: The key of the session.
  ///   - idlesAt: When it ends unless it is used again.
  ///   - now: The time now.
  func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError)

  /// Replaces the content of a session, and counts its version on.
  ///
  /// - Returns: False, and nothing is changed, when the session has another version or has ended: what is in
  ///   flight never brings a session back.
  func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool

  /// Ends a session.
  ///
  /// - Returns: What was removed, also when it had ended by time; nil when nothing was.
  @discardableResult
  func end(_ key: String) async throws(OAuthError) -> WebSessionRecord?

  /// Ends the sessions of a group that were begun before a time, also those that are opened afterwards.
  ///
  /// - Parameters:
  ///   - group: Which sessions.
  ///   - time: Sessions that were begun at this time or later stay.
  ///   - end: Until when none of them can be opened; after that none is that old.
  ///   - now: The time.
  /// - Returns: What was removed, in any order, also what had ended by time.
  @discardableResult
  func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord]

  /// Removes what has ended by time, and forgets what was noted until now, whatever the limit is.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sessions to remove.
  ///   - now: The time.
  /// - Returns: The sessions that were removed; as many as the limit when there may be more.
  func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord]

  /// Runs `body` while no other caller, on any server, holds the lock of the same session. It is free when the one
  /// that holds it dies. The body may take it again. No other function of the store waits for it.
  ///
  /// - Throws: What the body throws; `OAuthError` with `storeFailed` when the lock cannot be had within the
  ///   store's patience, or `cancelled` when the task is cancelled while it waits.
  func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

extension WebSessionStore {
  /// The state of the session as it is read with its content. A store that can read it alone does so.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    try await session(key, at: now)?.state
  }
}
