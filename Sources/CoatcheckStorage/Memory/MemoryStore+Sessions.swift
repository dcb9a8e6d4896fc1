// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension MemoryStore {
  /// See ``SocialStore/open(_:family:first:)``.
  public func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord
  ) async throws(StoreError) {
    try family.checkStorable(first: first)
    try session.checkStorable(in: family)
    let now = StoredTime(family.createdAt)
    try transaction { state throws(StoreError) in
      guard state.users[ByteKey(session.userID)] != nil else {
        throw StoreError(.invalidRecord, "there is no such person")
      }
      let link = session.linkID.flatMap { state.social.links[ByteKey($0)] }
      if session.linkID != nil {
        guard let link, ByteKey(link.userID) == ByteKey(session.userID) else {
          throw StoreError(.invalidRecord, "the person has no such link")
        }
      }
      try Self.insert(family, first: first, into: &state)
      state.social.sessions[ByteKey(session.familyID)] = session
      state.social.note(ByteKey(session.userID), at: now)
      guard var link else { return }
      link.lastUsedAt = max(link.lastUsedAt, now.date)
      link.revokedUpstreamAt = nil
      state.social.links[ByteKey(link.id)] = link
    }
  }

  /// See ``SocialStore/session(_:)``.
  public func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    try transaction { $0.social.sessions[ByteKey(familyID)] }
  }

  /// See ``SocialStore/sweepSocial(limit:at:)``.
  public func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int {
    try transaction { state in
      var left = max(limit, 0)
      SocialDue(in: state.social, at: StoredTime(now)).remove(from: &state.social, &left)
      return max(limit, 0) - left
    }
  }
}
