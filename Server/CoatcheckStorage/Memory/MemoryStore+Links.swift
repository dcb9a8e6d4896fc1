// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Returns the link of an identity.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/link(_:)``.
  public func link(_ identity: SocialIdentity) async throws(StoreError) -> SocialLink? {
    try transaction { $0.social.link(identity) }
  }

  /// Returns the user that an identity is linked to.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/linkedUser(behind:within:at:)``.
  public func linkedUser(
    behind identity: SocialIdentity, within limit: AttemptLimit, at now: Date
  ) async throws(StoreError) -> LinkedUser? {
    try transaction { state throws(StoreError) in
      guard let link = state.social.link(identity) else { return nil }
      guard let user = state.users[ByteKey(link.userID)] else { throw .linkWithoutUser }
      return LinkedUser(
        link: link, user: user, contacts: state.social.contacts(of: ByteKey(link.userID)),
        limit: limit,
        attempt: AttemptWindow.next(
          after: state.attempts[ByteKey(limit.key)], by: limit, at: StoredTime(now)))
    }
  }

  /// Returns the links of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/links(of:)``.
  public func links(of userID: String) async throws(StoreError) -> [SocialLink] {
    try transaction { $0.social.links(of: ByteKey(userID)) }
  }

  /// Removes a link of a user.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/unlink(_:of:at:)``.
  public func unlink(
    _ id: String, of userID: String, at now: Date
  ) async throws(StoreError) -> UnlinkOutcome {
    let user = ByteKey(userID)
    return try transaction { state in
      guard let link = state.social.links[ByteKey(id)], ByteKey(link.userID) == user else {
        return .unknown
      }
      // The last sign-in method of a user is never removed.
      guard
        state.users[user]?.passwordHash != nil || !state.social.contacts(of: user).isEmpty
      else { return .lastSignInMethod }
      state.social.remove(link)
      Self.endSessions(through: link, "unlinked", at: now, in: &state)
      return .unlinked(link)
    }
  }

  /// Stores that a user revoked the permission at a social network.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/noteRevokedUpstream(_:endsSessions:at:)``.
  public func noteRevokedUpstream(
    _ identity: SocialIdentity, endsSessions: Bool, at now: Date
  ) async throws(StoreError) -> SocialLink? {
    try transaction { state in
      guard var link = state.social.link(identity) else { return nil }
      link.revokedUpstreamAt = StoredTime(now).date
      state.social.links[ByteKey(link.id)] = link
      if endsSessions { Self.endSessions(through: link, "revoked_upstream", at: now, in: &state) }
      return link
    }
  }

  private static func endSessions(
    through link: SocialLink, _ reason: String, at now: Date, in state: inout MemoryState
  ) {
    let families = Set(
      state.social.sessions.filter { $0.value.linkID.map { ByteKey($0) } == ByteKey(link.id) }.keys)
    _ = end(reason, at: now, in: &state) { families.contains(ByteKey($0.id)) }
  }
}
