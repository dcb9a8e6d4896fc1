// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// The store for the sessions of a website's users, which all servers of the website share.
///
/// Every function is atomic, on all servers that share the store, and durable when it returns. Each
/// throws `OAuthError` with `storeFailed` when the store cannot be used now, and has changed nothing
/// then; and with `misused` when a key, a hash or an id to store is malformed. A store across a network
/// cannot always know that nothing was changed: if the connection breaks while the response is on its way,
/// it throws `storeFailed`, and the change may have been made. The contract suite in
/// `CoatcheckStoreTesting` checks a store of your own.
///
/// A session that expires at a time has ended at that time. Times are those of the wall clock and are
/// stored to the microsecond at least. Of all functions that remove a session, one returns it, so that
/// its tokens are revoked once; the one that ``open(_:replacing:at:)`` replaces is not returned.
public protocol WebSessionStore: Sendable {
  /// Claims the id of something that must happen only once: an authorization response, a logout token.
  ///
  /// - Parameters:
  ///   - id: The id: 1 to 128 visible ASCII characters.
  ///   - end: When the id may be forgotten, since a repetition would be too old to be accepted.
  ///   - now: The current time.
  /// - Returns: Whether the id was not claimed before. Of all callers, on all servers, only one gets
  ///   true; the others change nothing, whatever end they pass.
  /// - Throws: `storeFailed` when the store cannot be used now; `misused` when the id is malformed. The
  ///   id is not claimed then.
  func claim(_ id: String, until end: Date, at now: Date) async throws(OAuthError) -> Bool

  /// Removes a claimed id: the work could not be done, and may be repeated.
  ///
  /// - Parameter id: The id. One that is not claimed is ignored.
  /// - Throws: `storeFailed` when the store cannot be used now. The id stays claimed until its end
  ///   then.
  func release(_ id: String) async throws(OAuthError)

  /// Adds a session, and ends the one that it replaces in the same step.
  ///
  /// - Parameters:
  ///   - record: The new session.
  ///   - replaced: The key of the session that is replaced; nil for none. A missing one is not an
  ///     error.
  ///   - now: The current time.
  /// - Returns: False, and nothing is changed, when ``end(_:startedBefore:until:at:)`` has ended the
  ///   session before it was added: by its user, or by its login session at the provider.
  /// - Throws: `storeFailed` when the store cannot be used now, or contains a session with this key;
  ///   `misused` when a key or a hash is malformed. Nothing is changed then.
  func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool

  /// The record of a session; nil when it is unknown or has expired.
  ///
  /// - Parameters:
  ///   - key: The key of the session: 64 lower-case hexadecimal digits.
  ///   - now: The current time.
  /// - Throws: `storeFailed` when the store cannot be used now. This does not mean that the session has
  ///   ended.
  func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord?

  /// The state of a session, without its content; nil when it is unknown or has expired. It is read for
  /// every page of a signed-in user.
  ///
  /// - Parameters:
  ///   - key: The key of the session: 64 lower-case hexadecimal digits.
  ///   - now: The current time.
  /// - Throws: `storeFailed` when the store cannot be used now. This does not mean that the session has
  ///   ended.
  func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState?

  /// Extends the idle time of a session that is used. A session that has ended stays so, and no session
  /// expires earlier by it.
  ///
  /// - Parameters:
  ///   - key: The key of the session: 64 lower-case hexadecimal digits.
  ///   - idlesAt: When the session expires unless it is used again.
  ///   - now: The current time.
  /// - Throws: `storeFailed` when the store cannot be used now. The session expires as before then.
  func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError)

  /// Replaces the content of a session, and increases its version by one.
  ///
  /// - Parameters:
  ///   - key: The key of the session: 64 lower-case hexadecimal digits.
  ///   - version: The version that the new content was made from.
  ///   - content: The new encrypted content.
  ///   - now: The current time.
  /// - Returns: False, and nothing is changed, when the session has another version or has ended: a
  ///   change in progress never restores a session.
  /// - Throws: `storeFailed` when the store cannot be used now. The content is the one before then.
  func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool

  /// Ends a session.
  ///
  /// - Parameter key: The key of the session: 64 lower-case hexadecimal digits.
  /// - Returns: The removed session, also when it had expired; nil when the session is unknown.
  /// - Throws: `storeFailed` when the store cannot be used now. The session has not ended then.
  @discardableResult
  func end(_ key: String) async throws(OAuthError) -> WebSessionRecord?

  /// Ends the sessions of a group that were started before a time, also those that are added
  /// afterwards.
  ///
  /// - Parameters:
  ///   - group: The sessions to end.
  ///   - time: Sessions that were started at this time or later stay.
  ///   - end: Until when no session of the group that was started before `time` can be added. After
  ///     that no sign-in is that old.
  ///   - now: The current time.
  /// - Returns: The removed sessions, in any order, also those that had expired.
  /// - Throws: `storeFailed` when the store cannot be used now; `misused` when the hash of the group is
  ///   malformed. No session has ended then.
  @discardableResult
  func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord]

  /// Removes sessions that have expired, and forgets claimed ids and ended groups whose time has
  /// passed, whatever the limit is.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sessions to remove.
  ///   - now: The current time.
  /// - Returns: The removed sessions; as many as the limit when there may be more.
  /// - Throws: `storeFailed` when the store cannot be used now. No session is removed then.
  func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord]

  /// Runs `body` while no other caller, on any server, holds the lock of the same session. The lock is
  /// released when the process that holds it ends. The body may take it again. No other function of the
  /// store waits for it.
  ///
  /// - Parameters:
  ///   - key: The key of the session: 64 lower-case hexadecimal digits.
  ///   - body: The work that is done under the lock.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws. Without having run it, `OAuthError` with `storeFailed` when the
  ///   lock is not available within the time that the store waits, or `cancelled` when the task is
  ///   cancelled while it waits.
  func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

extension WebSessionStore {
  /// The state of the session, read together with its content. A store that can read it alone has its
  /// own implementation.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    try await session(key, at: now)?.state
  }
}
