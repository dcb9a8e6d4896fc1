// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What social logins, codes and proofs are kept in, beside an ``IssuerStore`` and a ``UserStore`` of the
/// same store.
///
/// As there, every verb is one transaction and returns what came of it, what it did survives a crash when it
/// returns, and times are whole milliseconds. The checks of `SocialStoreContract` say what a store must do.
public protocol SocialStore: Sendable {
  // MARK: Handles

  /// Keeps something until it is taken or over.
  ///
  /// - Throws: `invalidRecord` when the digest is taken already.
  func keep(_ record: OnceRecord) async throws(StoreError)

  /// Takes something back. Of any number of callers one gets it.
  ///
  /// - Returns: nil when it was taken before, is over, of another kind, or never was.
  func take(
    _ kind: OnceRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OnceRecord?

  /// Looks at something without taking it.
  ///
  /// - Returns: nil as ``take(_:_:at:)``.
  func record(
    _ kind: OnceRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OnceRecord?

  // MARK: Codes

  /// Keeps a code; the one before under the same key is over.
  func keep(_ code: OneTimeCode) async throws(StoreError)

  /// Tries a code. Parallel tries count one by one.
  func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeTrial

  // MARK: Logins that wait

  /// Keeps a login that waits. Others of the same identity at the same client are over (rule R3).
  func keep(_ pending: PendingBinding) async throws(StoreError)

  /// A login that waits; nil when there is none, or it is over or used.
  func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding?

  /// Ends a login that waits by linking its identity to the person with the contact. Of any number of
  /// callers with one login, or with one identity, one gets ``BindingOutcome/bound(_:_:created:)``.
  ///
  /// The first proof of a contact makes it the person's, and ends everybody's sessions that were opened
  /// before by whoever had put it there without a proof (rule R6).
  func bind(_ attempt: BindingAttempt) async throws(StoreError) -> BindingOutcome

  // MARK: Links

  /// The link of an identity, or nil.
  func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink?

  /// A person's links, oldest first.
  func links(of userID: String) async throws(StoreError) -> [SocialLink]

  /// Links an identity to a new person, for tenants that make accounts without asking.
  ///
  /// - Returns: the link there is afterwards: this one, or the one that somebody else made meanwhile.
  func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink

  /// Undoes a link.
  func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> Unlinking

  /// Notes that a network says that the person took the permission back.
  ///
  /// - Parameter endsSessions: whether the sessions opened through the link end as well.
  /// - Returns: the link, or nil when there is none.
  func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink?

  // MARK: People

  /// The person who proved a contact, or nil.
  func user(with contact: Contact) async throws(StoreError) -> User?

  /// The contacts a person proved.
  func contacts(of userID: String) async throws(StoreError) -> [Contact]

  /// Gives a person a contact that was proved.
  ///
  /// - Returns: false when somebody else has it; nothing was changed then.
  func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool

  /// Removes a person with everything of theirs: links, contacts, sessions, logins that wait.
  ///
  /// - Returns: whether there was one.
  func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool

  /// Replaces a person's password and keeps the hash before.
  ///
  /// - Parameter history: how many hashes are kept besides the new one.
  /// - Returns: false when there is no such person.
  func changePassword(
    of userID: String, to hash: PasswordHash, history: Int
  ) async throws(StoreError) -> Bool

  /// The hashes of a person's passwords before this one, newest first.
  func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash]

  // MARK: Sessions

  /// Opens a session: its family, its first token and what it remembers, and notes that its link was used.
  ///
  /// - Throws: `invalidRecord` when the identifier or the digest is taken already.
  func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord
  ) async throws(StoreError)

  /// What a session remembers; nil for none.
  func session(_ familyID: String) async throws(StoreError) -> SocialSession?

  // MARK: Housekeeping

  /// Removes what is over, a limited number of rows at a time.
  ///
  /// - Returns: how many rows went.
  func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int
}
