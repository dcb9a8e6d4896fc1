// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// What an operator, and a user on their own page, read and change: beside the verbs of the store's other
/// interfaces.
///
/// As there, every verb is one transaction and returns what came of it, and what it did survives a crash
/// when it returns. Lists come in pages: each begins after the key of the last entry of the page before, so
/// that what is added or removed meanwhile moves nothing else. A page has `limit` entries at most, and is
/// empty for a limit under 1. The checks of `AdministrationStoreContract` say what a store must do.
public protocol AdministrationStore: IssuerStore, SocialStore, UserStore {
  // MARK: Users

  /// Users in the order of their names' bytes.
  ///
  /// - Parameters:
  ///   - filter: Which users.
  ///   - name: The name of the last user of the page before; nil for the first page.
  ///   - limit: How many users at most.
  func users(
    _ filter: UserFilter, after name: UserName?, limit: Int
  ) async throws(StoreError) -> [User]

  /// How many users there are.
  func countUsers(_ filter: UserFilter) async throws(StoreError) -> Int

  /// Replaces a user unless another caller changed them in between. Another password, or none any more, ends
  /// everything of theirs, and so does disabling them: see ``AccountChange``.
  ///
  /// - Parameters:
  ///   - before: The user as the caller saw them.
  ///   - after: The user as they are to be; of the same identifier.
  ///   - now: The time now.
  /// - Throws: `invalidRecord` when the identifiers differ, or no store keeps the user.
  func replace(
    _ before: User, with after: User, at now: Date
  ) async throws(StoreError) -> UserReplacement

  /// Ends everything of a user: browser sessions, unused codes, devices they allowed, families of tokens, and
  /// codes of messages that wait for the user.
  ///
  /// - Parameters:
  ///   - id: The user.
  ///   - kept: What goes on nevertheless.
  ///   - reason: Why, in one word for logs.
  ///   - now: The time now.
  func endSessions(
    of id: String, keeping kept: KeptSession, reason: String, at now: Date
  ) async throws(StoreError) -> EndedUser

  // MARK: Browser sessions

  /// Browser sessions that have not expired, in the order of their digests' bytes. One session may be under
  /// several digests: they have one `LoginSession.sid`.
  ///
  /// - Parameters:
  ///   - userID: Whose; nil for all users'.
  ///   - digest: The digest of the last session of the page before; nil for the first page.
  ///   - limit: How many sessions at most.
  ///   - now: The time now.
  func logins(
    of userID: String?, after digest: TokenDigest?, limit: Int, at now: Date
  ) async throws(StoreError) -> [LoginSession]

  /// Ends a browser session by its name: under every digest, with its unused codes and its families but those of
  /// `RefreshFamily.outlivesSession`.
  ///
  /// - Parameters:
  ///   - sid: `LoginSession.sid`.
  ///   - userID: Whose.
  ///   - reason: Why, in one word for logs.
  ///   - now: The time now.
  /// - Returns: Nil when the user has no such session, or it has expired.
  func endSession(
    _ sid: String, of userID: String, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession?

  // MARK: Families

  /// Families of tokens, in the order of their identifiers' bytes.
  ///
  /// - Parameters:
  ///   - filter: Which families.
  ///   - id: The last family of the page before; nil for the first page.
  ///   - limit: How many families at most.
  ///   - now: The time now.
  func families(
    _ filter: FamilyFilter, after id: String?, limit: Int, at now: Date
  ) async throws(StoreError) -> [RefreshFamily]

  // MARK: Consent

  /// What users allowed clients, in the order of the bytes of the users' and then the clients' identifiers.
  ///
  /// - Parameters:
  ///   - userID: Whose; nil for all users'.
  ///   - clientID: For which client; nil for all.
  ///   - key: The last entry of the page before; nil for the first page.
  ///   - limit: How many entries at most.
  func consents(
    of userID: String?, client clientID: String?, after key: Consent.Key?, limit: Int
  ) async throws(StoreError) -> [Consent]

  /// Takes back what a user allowed a client, and ends what the client has of the user: families, unused codes,
  /// and devices.
  ///
  /// - Returns: The scopes that were allowed and the families that ended; nil when there was neither.
  func withdrawConsent(
    of userID: String, client clientID: String, reason: String, at now: Date
  ) async throws(StoreError) -> WithdrawnConsent?

  // MARK: Clients

  /// Clients in the order of their identifiers' bytes.
  ///
  /// - Parameters:
  ///   - filter: Which clients.
  ///   - id: The last client of the page before; nil for the first page.
  ///   - limit: How many clients at most.
  func clients(
    _ filter: ClientFilter, after id: String?, limit: Int
  ) async throws(StoreError) -> [RegisteredClient]

  /// How many clients there are.
  func countClients(_ filter: ClientFilter) async throws(StoreError) -> Int

  /// Replaces a client, or adds one, unless another caller did in between.
  ///
  /// - Parameters:
  ///   - before: The client as the caller saw it; nil when there was no such client.
  ///   - after: The client as it is to be.
  /// - Returns: False when another one is stored: read it and decide again.
  /// - Throws: `invalidRecord` when the identifiers differ, or no store keeps the client.
  func replace(
    _ before: RegisteredClient?, with after: RegisteredClient
  ) async throws(StoreError) -> Bool

  // MARK: Accounts that move

  /// A user with everything that lasts, as it is at one moment; nil when there is no such user.
  func account(_ id: String) async throws(StoreError) -> UserAccount?

  /// Adds a user with everything that lasts, or nothing of it.
  ///
  /// - Parameters:
  ///   - account: The account. Its links and consents are the user's own.
  ///   - now: The time now, at which its contacts count as proved.
  /// - Throws: `invalidRecord` when a link or a consent is another user's, or no store keeps a part.
  func add(_ account: UserAccount, at now: Date) async throws(StoreError) -> AccountAddition

  // MARK: Audit

  /// Keeps entries of the audit log, in this order.
  func keepAudit(_ entries: [AuditEntry]) async throws(StoreError)

  /// Entries of the audit log, the newest first.
  ///
  /// - Parameters:
  ///   - filter: Which entries.
  ///   - number: The number of the last entry of the page before; nil for the first page.
  ///   - limit: How many entries at most.
  func audit(
    _ filter: AuditFilter, before number: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry]

  /// Removes entries of the audit log that are older than a moment.
  ///
  /// - Parameters:
  ///   - moment: The time of the oldest entry that stays.
  ///   - limit: How many go at most.
  /// - Returns: How many went.
  func sweepAudit(before moment: Date, limit: Int) async throws(StoreError) -> Int
}
