// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// The storage operations of administration, for operators and for users on their own account page.
///
/// They complete `IssuerStore`, ``SocialStore`` and ``UserStore``. Each operation is one transaction and
/// returns its outcome, and its changes survive a crash once it has returned. Lists come in pages: each
/// page begins after the key of the last entry of the page before, so that entries which are added or
/// removed meanwhile do not shift the others. A page has at most `limit` entries and is empty for a limit
/// under 1.
///
/// All operations throw `StoreError`. With `invalidRecord` nothing was changed. With another code, such as
/// `unavailable` (retry later) or `damaged` (the operator must act), a change was made completely or not
/// at all.
///
/// The checks of `AdministrationStoreContract` specify what a store must do.
public protocol AdministrationStore: IssuerStore, SocialStore, UserStore {
  // MARK: Users

  /// Lists users in the byte order of their names.
  ///
  /// - Parameters:
  ///   - filter: Which users are listed.
  ///   - name: The name of the last user of the page before; nil for the first page.
  ///   - limit: The maximum number of users.
  /// - Throws: `StoreError` when the store cannot be read.
  func users(
    _ filter: UserFilter, after name: UserName?, limit: Int
  ) async throws(StoreError) -> [User]

  /// Counts the users that a filter accepts.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  func countUsers(_ filter: UserFilter) async throws(StoreError) -> Int

  /// Replaces a user, unless another caller changed the user in between.
  ///
  /// Disabling a user, or replacing or removing a password, also ends the user's sessions, token families
  /// and unused codes: see ``AccountChange``.
  ///
  /// - Parameters:
  ///   - before: The user as the caller read it.
  ///   - after: The user to store, with the same identifier.
  ///   - now: The current time.
  /// - Throws: `StoreError`: `invalidRecord` when the identifiers differ, or when the user contains text
  ///   that no store keeps (a NUL, or more than 64 KiB); nothing was changed then.
  func replace(
    _ before: User, with after: User, at now: Date
  ) async throws(StoreError) -> UserReplacement

  /// Ends everything that a user is signed in with: login sessions, unused authorization codes, approved
  /// device requests, token families, and codes in messages that belong to the user.
  ///
  /// - Parameters:
  ///   - id: The identifier of the user. An unknown one ends nothing.
  ///   - kept: The session that continues.
  ///   - reason: The reason in one word, for logs; stored as `RefreshFamily.revocationReason`.
  ///   - now: The current time.
  /// - Returns: What ended, so that clients can be notified.
  /// - Throws: `StoreError`: `invalidRecord` when the reason contains a NUL or is over 64 KiB; nothing was
  ///   changed then.
  func endSessions(
    of id: String, keeping kept: KeptSession, reason: String, at now: Date
  ) async throws(StoreError) -> EndedUser

  // MARK: Browser sessions

  /// Lists login sessions that have not expired, in the byte order of their digests.
  ///
  /// One session can be stored under several digests; these have the same `LoginSession.sid`.
  ///
  /// - Parameters:
  ///   - userID: The user whose sessions are listed; nil for all users.
  ///   - digest: The digest of the last session of the page before; nil for the first page.
  ///   - limit: The maximum number of sessions.
  ///   - now: The current time.
  /// - Throws: `StoreError` when the store cannot be read.
  func logins(
    of userID: String?, after digest: TokenDigest?, limit: Int, at now: Date
  ) async throws(StoreError) -> [LoginSession]

  /// Ends one login session under all its digests, with its unused authorization codes and its token
  /// families, except those of `RefreshFamily.outlivesSession`.
  ///
  /// - Parameters:
  ///   - sid: The `LoginSession.sid` of the session.
  ///   - userID: The identifier of the user that the session must belong to.
  ///   - reason: The reason in one word, for logs; stored as `RefreshFamily.revocationReason`.
  ///   - now: The current time.
  /// - Returns: Nil when the user has no such session, or it has expired.
  /// - Throws: `StoreError`: `invalidRecord` when the reason contains a NUL or is over 64 KiB; nothing was
  ///   changed then.
  func endSession(
    _ sid: String, of userID: String, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession?

  // MARK: Families

  /// Lists token families in the byte order of their identifiers.
  ///
  /// - Parameters:
  ///   - filter: Which families are listed.
  ///   - id: The identifier of the last family of the page before; nil for the first page.
  ///   - limit: The maximum number of families.
  ///   - now: The current time.
  /// - Throws: `StoreError` when the store cannot be read.
  func families(
    _ filter: FamilyFilter, after id: String?, limit: Int, at now: Date
  ) async throws(StoreError) -> [RefreshFamily]

  // MARK: Consent

  /// Lists the consents of users, in the byte order of the user identifiers and then of the client
  /// identifiers.
  ///
  /// - Parameters:
  ///   - userID: The user whose consents are listed; nil for all users.
  ///   - clientID: The client that the consents are for; nil for all clients.
  ///   - key: The key of the last entry of the page before; nil for the first page.
  ///   - limit: The maximum number of entries.
  /// - Throws: `StoreError` when the store cannot be read.
  func consents(
    of userID: String?, client clientID: String?, after key: Consent.Key?, limit: Int
  ) async throws(StoreError) -> [Consent]

  /// Withdraws a user's consent for a client, and ends what the client has of the user: token families,
  /// unused authorization codes and approved device requests.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user.
  ///   - clientID: The identifier of the client.
  ///   - reason: The reason in one word, for logs; stored as `RefreshFamily.revocationReason`.
  ///   - now: The current time.
  /// - Returns: The scopes of the consent and the families that ended; nil when there was neither.
  /// - Throws: `StoreError`: `invalidRecord` when the reason contains a NUL or is over 64 KiB; nothing was
  ///   changed then.
  func withdrawConsent(
    of userID: String, client clientID: String, reason: String, at now: Date
  ) async throws(StoreError) -> WithdrawnConsent?

  // MARK: Clients

  /// Lists clients in the byte order of their identifiers.
  ///
  /// - Parameters:
  ///   - filter: Which clients are listed.
  ///   - id: The identifier of the last client of the page before; nil for the first page.
  ///   - limit: The maximum number of clients.
  /// - Throws: `StoreError` when the store cannot be read.
  func clients(
    _ filter: ClientFilter, after id: String?, limit: Int
  ) async throws(StoreError) -> [RegisteredClient]

  /// Counts the clients that a filter accepts.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  func countClients(_ filter: ClientFilter) async throws(StoreError) -> Int

  /// Replaces or adds a client, unless another caller changed it in between.
  ///
  /// - Parameters:
  ///   - before: The client as the caller read it; nil when there was no such client.
  ///   - after: The client to store, with the same identifier.
  /// - Returns: Whether it was stored. False when the stored client is not `before`: read it and decide
  ///   again.
  /// - Throws: `StoreError`: `invalidRecord` when the identifiers differ, or when the client contains text
  ///   that no store keeps (a NUL, or more than 64 KiB); nothing was changed then.
  func replace(
    _ before: RegisteredClient?, with after: RegisteredClient
  ) async throws(StoreError) -> Bool

  // MARK: Accounts that move

  /// Reads a user with all data that outlasts sessions, in one transaction.
  ///
  /// - Parameter id: The identifier of the user.
  /// - Returns: The account; nil when there is no such user.
  /// - Throws: `StoreError` when the store cannot be read.
  func account(_ id: String) async throws(StoreError) -> UserAccount?

  /// Adds a user with all data that outlasts sessions, or changes nothing.
  ///
  /// - Parameters:
  ///   - account: The account. Its links and consents must be those of its user.
  ///   - now: The current time, which is stored as the time at which its contacts were verified.
  /// - Throws: `StoreError`: `invalidRecord` when a link or a consent belongs to another user, or when a
  ///   part contains text that no store keeps (a NUL, or more than 64 KiB); nothing was changed then.
  func add(_ account: UserAccount, at now: Date) async throws(StoreError) -> AccountAddition

  // MARK: Audit

  /// Appends entries to the audit log, in this order; the store gives them their numbers.
  ///
  /// - Throws: `StoreError`: `invalidRecord` when an entry contains text that no store keeps (a NUL, or
  ///   more than 64 KiB). All entries are stored or no entry is.
  func keepAudit(_ entries: [AuditEntry]) async throws(StoreError)

  /// Lists entries of the audit log, the newest first.
  ///
  /// - Parameters:
  ///   - filter: Which entries are listed.
  ///   - number: The number of the last entry of the page before; nil for the first page.
  ///   - limit: The maximum number of entries.
  /// - Throws: `StoreError` when the store cannot be read.
  func audit(
    _ filter: AuditFilter, before number: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry]

  /// Removes entries of the audit log that are older than a moment, the oldest first.
  ///
  /// - Parameters:
  ///   - moment: Entries before this time are removed; an entry of this time stays.
  ///   - limit: The maximum number of entries that one call removes.
  /// - Returns: The number of removed entries. Fewer than `limit` means that none is left.
  /// - Throws: `StoreError` when the store cannot be written.
  func sweepAudit(before moment: Date, limit: Int) async throws(StoreError) -> Int
}
