// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension MemoryStore: SocialStore {
  public func keep(_ record: OnceRecord) async throws(StoreError) {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func take(
    _ kind: OnceRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OnceRecord? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func record(
    _ kind: OnceRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OnceRecord? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func keep(_ code: OneTimeCode) async throws(StoreError) {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeTrial {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func keep(_ pending: PendingBinding) async throws(StoreError) {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func pending(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> PendingBinding? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func bind(_ attempt: BindingAttempt) async throws(StoreError) -> BindingOutcome {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func links(of userID: String) async throws(StoreError) -> [SocialLink] {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func adopt(_ link: SocialLink, as user: User) async throws(StoreError) -> SocialLink {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> Unlinking {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func user(with contact: Contact) async throws(StoreError) -> User? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func contacts(of userID: String) async throws(StoreError) -> [Contact] {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func prove(
    _ contact: Contact, of userID: String, at now: Date
  ) async throws(StoreError) -> Bool {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func removeUser(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func changePassword(
    of userID: String, to hash: PasswordHash, history: Int
  ) async throws(StoreError) -> Bool {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func passwordHistory(of userID: String) async throws(StoreError) -> [PasswordHash] {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord
  ) async throws(StoreError) {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    throw StoreError(.unavailable, "not kept yet")
  }
  public func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int {
    throw StoreError(.unavailable, "not kept yet")
  }
}
