// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
import CoatcheckFoundation

extension PostgreSQLStore {
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
      database.later(
        "INSERT INTO session (family_key, device, methods, link_id) VALUES ($1, $2, $3, $4)",
        .integer(key), .text(session.device), .texts(session.methods), .text(session.linkID))
      return attempt
    }
  }

  /// Returns the data of a session of a social login.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/session(_:)``.
  public func session(_ familyID: String) async throws(StoreError) -> SocialSession? {
    guard StoredText.accepts([familyID]) else { return nil }
    return try await read { database in
      try database.first(
        """
        SELECT session.device, session.methods, session.link_id, family.id AS family_id, user_id
        FROM family JOIN session ON family_key = family.key WHERE family.id = $1
        """,
        .text(familyID)
      ).map { found in
        let row = found.stored
        return SocialSession(
          familyID: try row.text("family_id"), userID: try row.text("user_id"),
          device: try row.text("device"), methods: try row.texts("methods"),
          linkID: try row.optionalText("link_id"))
      }
    }
  }
}

extension PostgreSQLConnection {
  /// Records that a user signed in: at the link, which has the time of its last use, or at the user. Until
  /// the end of the transaction neither can be removed.
  fileprivate func noteSignIn(
    of userID: String, through linkID: String?, at time: StoredTime
  ) throws {
    guard let linkID else {
      guard
        try first("SELECT id FROM users WHERE id = $1 FOR KEY SHARE", .text(userID)) != nil
      else { throw StoreError(.invalidRecord, "there is no such user") }
      return note(userID, at: time)
    }
    // Removing a user removes the links too.
    let used = try change(
      """
      UPDATE link SET last_used_at = greatest(last_used_at, $1), revoked_upstream_at = NULL
      WHERE id = $2 AND user_id = $3
      """,
      .time(time), .text(linkID), .text(userID))
    guard used == 1 else {
      throw StoreError(.invalidRecord, "the user has no such link")
    }
  }
}
