// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Opens the session of a social login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/open(_:family:first:within:)``.
  public func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord,
    within limit: AttemptLimit?
  ) async throws(StoreError) -> Attempt? {
    try family.checkStorable(first: first)
    try session.checkStorable(in: family)
    try StoredText.check([limit?.key], of: "attempt")
    let now = StoredTime(family.createdAt)
    return try transaction { state throws(StoreError) in
      let counted = limit.map { limit in
        AttemptWindow.counted(after: state.attempts[ByteKey(limit.key)], by: limit, at: now)
      }
      if let limit, let (window, attempt) = counted, case .exhausted = attempt {
        state.attempts[ByteKey(limit.key)] = window
        return attempt
      }
      guard state.users[ByteKey(session.userID)] != nil else {
        throw StoreError(.invalidRecord, "there is no such user")
      }
      let link = session.linkID.flatMap { state.social.links[ByteKey($0)] }
      if session.linkID != nil {
        guard let link, ByteKey(link.userID) == ByteKey(session.userID) else {
          throw StoreError(.invalidRecord, "the user has no such link")
        }
      }
      try Self.insert(family, first: first, into: &state)
      state.social.sessions[ByteKey(session.familyID)] = session
      state.social.note(ByteKey(session.userID), at: now)
      if let limit { state.attempts[ByteKey(limit.key)] = counted?.0 }
      if var link {
        link.lastUsedAt = max(link.lastUsedAt, now.date)
        link.revokedUpstreamAt = nil
        state.social.links[ByteKey(link.id)] = link
      }
      return counted?.1
    }
  }

  /// Returns the data of a session of a social login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/session(_:)``.
  public func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    try transaction { $0.social.sessions[ByteKey(familyID)] }
  }

  /// Removes expired records, codes and pending logins.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/sweepSocial(limit:at:)``.
  public func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int {
    try transaction { state in
      var left = max(limit, 0)
      SocialDue(in: state.social, at: StoredTime(now)).remove(from: &state.social, &left)
      return max(limit, 0) - left
    }
  }
}
