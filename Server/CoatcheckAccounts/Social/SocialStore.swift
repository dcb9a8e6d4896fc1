// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// What social logins, codes and proofs are kept in, beside an `IssuerStore` and a ``UserStore`` of the
/// same store.
///
/// As there, every verb is one transaction and returns what came of it, what it did survives a crash when it
/// returns, and times are whole milliseconds. The checks of `SocialStoreContract` say what a store must do.
public protocol SocialStore: Sendable {
  // MARK: Handles

  /// Keeps something until it is taken or over.
  ///
  /// - Throws: `invalidRecord` when the digest is taken already.
  func keep(_ record: OneTimeRecord) async throws(StoreError)

  /// Takes something back. Of any number of callers one gets it.
  ///
  /// - Returns: Nil when it is used, expired, of another kind, or unknown.
  func take(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord?

  /// Looks at something without taking it.
  ///
  /// - Returns: Nil as ``take(_:_:at:)``.
  func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord?

  // MARK: Codes

  /// Stores a code; it replaces the one under the same key.
  func keep(_ code: OneTimeCode) async throws(StoreError)

  /// Tries a code. Parallel tries count one by one.
  func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeAttempt

  // MARK: Logins that wait

  /// Keeps a login that waits. Others of the same identity at the same client end.
  ///
  /// - Throws: `invalidRecord` when the digest is taken already.
  func keep(_ pending: PendingBinding) async throws(StoreError)

  /// A login that waits; nil when it is unknown, expired or used.
  func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding?

  /// Ends a login that waits by linking its identity to the user with the contact. Of any number of
  /// callers with one login, or with one identity, one gets ``BindingOutcome/bound(_:_:created:)``.
  ///
  /// The checks, in this order: the login is there, and this client's, device's and purpose's; the code is
  /// right; the identity is not linked; a user has the contact, or a newcomer is registered; that user
  /// may sign in, has no other identity of the network, was confirmed, and is not dormant. A user who has
  /// shown a right code and must do more comes back without a code.
  ///
  /// Only a proved contact finds a user: a contact that an account only claims does not.
  ///
  /// - Throws: `invalidRecord` when the link's or the newcomer's identifier, or the newcomer's user name, is
  ///   taken. Nothing was changed then, and the code is still good: try again with others.
  func bind(_ attempt: BindingAttempt) async throws(StoreError) -> BindingOutcome

  // MARK: Links

  /// The link of an identity, or nil.
  func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink?

  /// The user an identity is linked to, with all that a login reads, in one transaction.
  ///
  /// - Parameters:
  ///   - identity: The identity at the social network.
  ///   - limit: How often the identity may sign in; the look counts nothing.
  ///   - now: The time now.
  /// - Returns: Nil when it is not linked.
  func linkedUser(
    behind identity: SocialIdentity, within limit: AttemptLimit, at now: Date
  ) async throws(StoreError) -> LinkedUser?

  /// A user's links, oldest first, and those of one moment by their identifiers.
  func links(of userID: String) async throws(StoreError) -> [SocialLink]

  /// Links an identity to a new user, for tenants that make accounts without asking.
  ///
  /// - Returns: The stored link: this one, or the one that another request made in between.
  /// - Throws: `invalidRecord` when the link's or the user's identifier, or the user name, is taken.
  func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink

  /// Undoes a link, ends the sessions that were opened through it, and the logins of its identity that
  /// wait.
  ///
  /// It is refused when it is the user's last way to sign in. Other ways are a password, and a proved contact,
  /// to which a code can be sent. Another link does not count: its network may refuse the next sign-in.
  func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> UnlinkOutcome

  /// Notes that a network says that the user took the permission back; the next sign-in through the link
  /// shows that it was given again.
  ///
  /// - Parameters:
  ///   - identity: The identity at the social network.
  ///   - endsSessions: Whether the sessions opened through the link end as well.
  ///   - now: The time now.
  /// - Returns: The link, or nil when it is unknown.
  func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink?

  // MARK: Users

  /// The user who proved a contact, or nil.
  func user(with contact: Contact) async throws(StoreError) -> User?

  /// The contacts a user proved: phones before addresses, each in the order of their bytes.
  func contacts(of userID: String) async throws(StoreError) -> [Contact]

  /// When a user was last here: signed in, was refreshed, proved a contact or used a link. Nil for a user who never was.
  func lastSeen(of userID: String) async throws(StoreError) -> Date?

  /// Gives a user a contact that was proved.
  ///
  /// The first proof ends what was begun before it: the user's sessions, and codes that wait for the same
  /// contact or the same user, since the user who entered the contact may not have been its owner
  /// at that time. Open a new session afterwards.
  /// - Returns: False when another user has it, or the user is unknown; nothing was changed then.
  func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool

  /// Makes a phone number that was proved the only one of a user.
  ///
  /// Codes and logins that wait for the number, or for one that it replaces, end. Sessions stay: the user who asked for it is
  /// signed in.
  /// - Returns: The numbers that it replaced; nil when another user has it, it is no phone number, or the user is unknown:
  ///   nothing was changed then.
  func replacePhones(
    of userID: String, with contact: Contact, at now: Date
  ) async throws(StoreError) -> [Contact]?

  /// Removes a user with everything of theirs: links, contacts, sessions, codes, consent, logins that
  /// wait. The families of their tokens are ended and stay until they are swept, so that a token
  /// still identifies its grant. The identifier is never used again.
  /// - Returns: Whether there was one.
  func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool

  /// Replaces a user's password, keeps the hash before, and ends everything that was begun with the old one.
  ///
  /// - Parameters:
  ///   - userID: The user.
  ///   - hash: The new password.
  ///   - history: How many hashes are kept besides the new one.
  ///   - kept: What goes on nevertheless.
  ///   - now: The time now.
  /// - Returns: What ended; nil when there is no such user.
  func changePassword(
    of userID: String, to hash: PasswordHash, history: Int, keeping kept: KeptSession, at now: Date
  ) async throws(StoreError) -> EndedUser?

  /// The hashes of a user's passwords before this one, newest first.
  func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash]

  // MARK: Sessions

  /// Opens a session: its family, its first token and its data, and notes that its link was used.
  ///
  /// - Parameters:
  ///   - session: The data of the session.
  ///   - family: Its family of tokens.
  ///   - first: The first refresh token of the family.
  ///   - limit: How often this may be done; it is counted with the session, or not at all. Nil counts nothing.
  /// - Returns: What the attempt came to. One too many opens nothing, and is counted.
  /// - Throws: `invalidRecord` when the identifier or the digest is taken already, or when there is no such
  ///   user, or the user has no such link any more: it was undone while they signed in.
  func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord,
    within limit: AttemptLimit?
  ) async throws(StoreError) -> Attempt?

  /// The data of a session; nil when it is unknown.
  func session(_ familyID: String) async throws(StoreError) -> SocialSession?

  // MARK: Housekeeping

  /// Removes the records, codes and logins that expired, a limited number of rows at a time.
  ///
  /// `IssuerStore.sweep(limit:at:)` of the same store does so as well, and then spares what a clock that
  /// jumped makes seem over; sessions go with their families there.
  /// - Returns: How many rows went.
  func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int
}

extension SocialStore {
  /// Opens a session, however often. See ``open(_:family:first:within:)``.
  public func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord
  ) async throws(StoreError) {
    _ = try await open(session, family: family, first: first, within: nil)
  }
}
