// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
import CoatcheckFoundation

extension SQLiteStore {
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
    return try await write { database in
      let now = StoredTime(family.createdAt)
      let attempt = try limit.map { try database.count($0, at: now) }
      if case .exhausted = attempt { return attempt }
      try database.noteSignIn(of: session.userID, through: session.linkID, at: now)
      let key = try database.insert(family, first: first)
      try database.change(
        "INSERT INTO session (family_key, device, methods, link_id) VALUES (?, ?, ?, ?)",
        Bound.integer(key), Bound.text(session.device), Bound.texts(session.methods),
        Bound.text(session.linkID))
      return attempt
    }
  }

  /// Returns the data of a session of a social login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/session(_:)``.
  public func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    guard StoredText.accepts([familyID]) else { return nil }
    return try await query { database in
      try database.first(
        """
        SELECT session.*, family.id AS family_id, user_id FROM family
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

extension Database {
  /// Records that a user signed in: at the link, which has the time of its last use, or at the user.
  fileprivate func noteSignIn(
    of userID: String, through linkID: String?, at time: StoredTime
  ) throws {
    guard let linkID else {
      guard try userExists(userID) else {
        throw StoreError(.invalidRecord, "there is no such user")
      }
      return try note(userID, at: time)
    }
    // Removing a user removes the links too.
    let used = try change(
      """
      UPDATE link SET last_used_at = max(last_used_at, ?), revoked_upstream_at = NULL
      WHERE id = ? AND user_id = ?
      """,
      Bound.time(time), Bound.text(linkID), Bound.text(userID))
    guard used == 1 else {
      throw StoreError(.invalidRecord, "the user has no such link")
    }
  }
}
