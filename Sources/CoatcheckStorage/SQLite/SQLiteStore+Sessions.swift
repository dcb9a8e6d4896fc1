// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteStore {
  /// See ``SocialStore/open(_:family:first:)``.
  public func open(
    _ session: SocialSession, family: RefreshFamily, first: RefreshRecord
  ) async throws(StoreError) {
    try family.checkStorable(first: first)
    try session.checkStorable(in: family)
    try await write { database in
      guard try database.isSomebody(session.userID) else {
        throw StoreError(.invalidRecord, "there is no such person")
      }
      if let link = session.linkID {
        let used = try database.change(
          """
          UPDATE link SET last_used_at = max(last_used_at, ?), revoked_upstream_at = NULL
          WHERE id = ? AND user_id = ?
          """,
          Bound.time(family.createdAt), Bound.text(link), Bound.text(session.userID))
        guard used == 1 else {
          throw StoreError(.invalidRecord, "the person has no such link")
        }
      }
      let key = try database.insert(family, first: first)
      try database.change(
        """
        INSERT INTO session (family_key, user_id, device, methods, link_id)
        VALUES (?, ?, ?, ?, ?)
        """,
        Bound.integer(key), Bound.text(session.userID), Bound.text(session.device),
        Bound.texts(session.methods), Bound.text(session.linkID))
      try database.note(session.userID, at: StoredTime(family.createdAt))
    }
  }

  /// See ``SocialStore/session(_:)``.
  public func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    guard StoredText.accepts([familyID]) else { return nil }
    return try await read { database in
      try database.first(
        """
        SELECT session.*, family.id AS family_id FROM family
        JOIN session ON family_key = family.key WHERE family.id = ?
        """,
        Bound.text(familyID)
      ).map { row in
        SocialSession(
          familyID: try row.text("family_id"), userID: try row.text("user_id"),
          device: try row.text("device"), methods: try row.texts("methods"),
          linkID: try row.optionalText("link_id"))
      }
    }
  }
}
