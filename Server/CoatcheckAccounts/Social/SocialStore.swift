// SPDX-License-Identifier: Apache-2.0
// One file: the requirements of a protocol stand in one declaration, and each has its contract beside it.

public import CoatcheckIssuer
public import CoatcheckFoundation

/// The storage of social logins, one-time codes and handles, in the same store as an `IssuerStore` and a
/// ``UserStore``.
///
/// Each operation is one transaction and returns its outcome, and its changes survive a crash once it has
/// returned. Times are whole milliseconds.
///
/// All operations throw `StoreError`. With `invalidRecord` nothing was changed; it is also thrown for text
/// that no store keeps, which contains a NUL or is over 64 KiB in one record. With another code, such as
/// `unavailable` (retry later) or `damaged` (the operator must act), a change was made completely or not
/// at all. A look-up with text that no store keeps finds nothing.
///
/// The checks of `SocialStoreContract` specify what a store must do.
public protocol SocialStore: Sendable {
  // MARK: Handles

  /// Stores a record until it is taken or expires.
  ///
  /// - Throws: `StoreError`: `invalidRecord` when the digest is in use, or the content is over 128 KiB;
  ///   nothing was changed then.
  func keep(_ record: OneTimeRecord) async throws(StoreError)

  /// Returns a record and removes it. Of concurrent callers exactly one gets it.
  ///
  /// - Parameters:
  ///   - kind: The kind that the record must have.
  ///   - digest: The digest of the handle.
  ///   - now: The current time.
  /// - Returns: Nil when the record is used, expired, of another kind, or unknown.
  /// - Throws: `StoreError` when the store cannot be read or written.
  func take(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord?

  /// Returns a record without removing it.
  ///
  /// - Parameters:
  ///   - kind: The kind that the record must have.
  ///   - digest: The digest of the handle.
  ///   - now: The current time.
  /// - Returns: Nil in the same cases as ``take(_:_:at:)``.
  /// - Throws: `StoreError` when the store cannot be read.
  func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord?

  // MARK: Codes

  /// Stores a one-time code, in place of the code with the same key.
  ///
  /// - Throws: `StoreError`: `invalidRecord` when the digest of the code does not have from 16 to 64
  ///   bytes; nothing was changed then.
  func keep(_ code: OneTimeCode) async throws(StoreError)

  /// Compares an entered code with the stored one and counts the attempt. Concurrent attempts are counted
  /// one by one.
  ///
  /// A right code, and one without remaining attempts, is removed.
  ///
  /// - Parameters:
  ///   - code: The code that the user entered.
  ///   - now: The current time.
  /// - Throws: `StoreError` when the store cannot be read or written.
  func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeAttempt

  // MARK: Logins that wait

  /// Stores a pending login, and ends other pending logins of the same identity at the same client.
  ///
  /// - Throws: `StoreError`: `invalidRecord` when the digest is in use; nothing was changed then.
  func keep(_ pending: PendingBinding) async throws(StoreError)

  /// Returns a pending login.
  ///
  /// - Parameters:
  ///   - digest: The digest of its state token.
  ///   - now: The current time.
  /// - Returns: Nil when it is unknown, expired or used.
  /// - Throws: `StoreError` when the store cannot be read.
  func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding?

  /// Completes a pending login: links its identity to the user with the contact. Of concurrent callers
  /// with one login, or with one identity, exactly one gets ``BindingOutcome/bound(_:_:created:)``.
  ///
  /// The checks are made in this order: the login exists and belongs to this client, installation and
  /// purpose; the code is right; the identity is not linked; a user has the contact, or a new user is
  /// registered; that user may sign in, is not linked to another identity of the network, was confirmed,
  /// and is not dormant. After a right code a user who must do more makes the next attempt without a code.
  ///
  /// Only a verified contact identifies a user. A contact that stands only in the claims of an account
  /// does not.
  ///
  /// - Throws: `StoreError`: `invalidRecord` when the identifier of the link or of the new user, or the
  ///   name of the new user, is in use. Nothing was changed then, and the code is still valid: try again
  ///   with other identifiers.
  func bind(_ attempt: BindingAttempt) async throws(StoreError) -> BindingOutcome

  // MARK: Links

  /// Returns the link of an identity; nil when it is not linked.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink?

  /// Returns the user that an identity is linked to, with the data that a login needs, in one transaction.
  ///
  /// - Parameters:
  ///   - identity: The identity at the social network.
  ///   - limit: The limit for logins of the identity. The look-up itself is not counted.
  ///   - now: The current time.
  /// - Returns: Nil when the identity is not linked.
  /// - Throws: `StoreError` when the store cannot be read; `damaged` when the user of the link is missing.
  func linkedUser(
    behind identity: SocialIdentity, within limit: AttemptLimit, at now: Date
  ) async throws(StoreError) -> LinkedUser?

  /// Returns the links of a user, the oldest first, and those of the same time in the order of their
  /// identifiers.
  ///
  /// - Parameter userID: The identifier of the user.
  /// - Throws: `StoreError` when the store cannot be read.
  func links(of userID: String) async throws(StoreError) -> [SocialLink]

  /// Links an identity to a new user, for tenants that create accounts without a registration.
  ///
  /// - Parameters:
  ///   - link: The link to store; its `userID` is the identifier of `user`.
  ///   - user: The user to create.
  /// - Returns: The stored link: this one, or the one that another request stored in between; no user is
  ///   created then.
  /// - Throws: `StoreError`: `invalidRecord` when the identifier of the link or the user, or the user
  ///   name, is in use, or when the link belongs to another user; nothing was changed then.
  func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink

  /// Removes a link, and ends the sessions that were opened through it and the pending logins of its
  /// identity.
  ///
  /// The last way of a user to sign in is not removed. Other ways are a password and a verified contact,
  /// to which a code can be sent. Another link does not count, because its network may refuse the next
  /// sign-in.
  ///
  /// - Parameters:
  ///   - id: The identifier of the link.
  ///   - userID: The identifier of the user that the link must belong to.
  ///   - now: The current time.
  /// - Throws: `StoreError` when the store cannot be read or written.
  func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> UnlinkOutcome

  /// Stores that the user revoked the permission at the network. The next sign-in through the link removes
  /// the note.
  ///
  /// - Parameters:
  ///   - identity: The identity at the social network.
  ///   - endsSessions: Whether the sessions that were opened through the link end as well.
  ///   - now: The current time, which becomes ``SocialLink/revokedUpstreamAt``.
  /// - Returns: The changed link; nil when the identity is not linked.
  /// - Throws: `StoreError` when the store cannot be read or written.
  func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink?

  // MARK: Users

  /// Returns the user that verified a contact; nil when there is no such user.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  func user(with contact: Contact) async throws(StoreError) -> User?

  /// Returns the verified contacts of a user: phone numbers before e-mail addresses, each in byte order.
  ///
  /// - Parameter userID: The identifier of the user.
  /// - Throws: `StoreError` when the store cannot be read.
  func contacts(of userID: String) async throws(StoreError) -> [Contact]

  /// Returns when a user last signed in, refreshed tokens, verified a contact or used a link; nil when the
  /// user never did.
  ///
  /// - Parameter userID: The identifier of the user.
  /// - Throws: `StoreError` when the store cannot be read.
  func lastSeen(of userID: String) async throws(StoreError) -> Date?

  /// Stores that a user has verified a contact.
  ///
  /// The first verification of a contact ends the user's sessions, and the codes and pending logins for
  /// the contact or the user: the user who entered the contact earlier may not have been its owner. Open a
  /// new session afterwards.
  ///
  /// - Parameters:
  ///   - contact: The verified contact.
  ///   - userID: The identifier of the user.
  ///   - now: The current time.
  /// - Returns: False when another user has the contact, or the user is unknown; nothing was changed then.
  /// - Throws: `StoreError`: `invalidRecord` for a contact that no store keeps; nothing was changed then.
  func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool

  /// Makes a verified phone number the only phone number of a user.
  ///
  /// Codes and pending logins for the new number and for the replaced numbers end. Sessions continue,
  /// because the user who requests the change is signed in.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user.
  ///   - contact: The verified phone number.
  ///   - now: The current time.
  /// - Returns: The replaced numbers; nil when another user has the number, it is not a phone number, or
  ///   the user is unknown. Nothing was changed then.
  /// - Throws: `StoreError`: `invalidRecord` for a number that no store keeps; nothing was changed then.
  func replacePhones(
    of userID: String, with contact: Contact, at now: Date
  ) async throws(StoreError) -> [Contact]?

  /// Removes a user with all links, contacts, sessions, codes, consents and pending logins.
  ///
  /// The user's token families are ended and stay until they are swept, so that a token still identifies
  /// its grant. The identifier is never used again.
  ///
  /// - Parameters:
  ///   - id: The identifier of the user.
  ///   - now: The current time.
  /// - Returns: Whether there was such a user.
  /// - Throws: `StoreError` when the store cannot be read or written.
  func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool

  /// Replaces a user's password, adds the old hash to the history, and ends the sessions and unused codes
  /// of the user.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user.
  ///   - hash: The hash of the new password.
  ///   - verified: The hash that the current password was verified against, which the user must still have. Nil when the
  ///     change is allowed for another reason.
  ///   - history: The maximum number of earlier hashes that are kept.
  ///   - kept: The session that continues.
  ///   - now: The current time.
  /// - Returns: What ended; nil when there is no such user, or the user has another hash than the verified one. Nothing
  ///   was changed then.
  /// - Throws: `StoreError` when the store cannot be read or written.
  func changePassword(
    of userID: String, to hash: PasswordHash, verified: PasswordHash?, history: Int,
    keeping kept: KeptSession, at now: Date
  ) async throws(StoreError) -> EndedUser?

  /// Returns the hashes of a user's earlier passwords, the newest first, without the current one.
  ///
  /// - Parameter userID: The identifier of the user.
  /// - Throws: `StoreError` when the store cannot be read.
  func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash]

  // MARK: Sessions

  /// Opens a session: stores its token family, its first refresh token and its data, and notes that its
  /// link was used.
  ///
  /// - Parameters:
  ///   - session: The data of the session.
  ///   - family: The token family of the session; its `createdAt` is the current time.
  ///   - first: The first refresh token of the family.
  ///   - limit: The limit that the session is counted under, in the same transaction; nil counts nothing.
  /// - Returns: The outcome of the counted attempt; nil without a limit. With `Attempt.exhausted` no
  ///   session was opened, but the attempt was counted.
  /// - Throws: `StoreError`: `invalidRecord` when the identifier of the family or the digest of the token
  ///   is in use, when there is no such user, or when the user no longer has the link because it was
  ///   removed during the sign-in; nothing was changed then.
  func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord,
    within limit: AttemptLimit?
  ) async throws(StoreError) -> Attempt?

  /// Returns the data of a session.
  ///
  /// - Parameter familyID: The identifier of its token family.
  /// - Returns: Nil when it is unknown.
  /// - Throws: `StoreError` when the store cannot be read.
  func session(_ familyID: String) async throws(StoreError) -> SocialSession?

  // MARK: Housekeeping

  /// Removes expired records, codes and pending logins.
  ///
  /// `IssuerStore.sweep(limit:at:)` of the same store does this as well, with a safeguard against a wall
  /// clock that is set wrong; it also removes sessions, together with their families.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows that one call removes.
  ///   - now: The current time.
  /// - Returns: The number of removed rows. Fewer than `limit` means that none is left.
  /// - Throws: `StoreError` when the store cannot be written.
  func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int
}

extension SocialStore {
  /// Opens a session without a limit. See ``open(_:family:first:within:)``.
  ///
  /// - Parameters:
  ///   - session: The data of the session.
  ///   - family: The token family of the session; its `createdAt` is the current time.
  ///   - first: The first refresh token of the family.
  /// - Throws: `StoreError` in the cases of ``open(_:family:first:within:)``.
  public func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord
  ) async throws(StoreError) {
    _ = try await open(session, family: family, first: first, within: nil)
  }
}
