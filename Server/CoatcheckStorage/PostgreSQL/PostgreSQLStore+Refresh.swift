// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Returns a refresh token and its family.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/refresh(_:)``.
  public func refresh(
    _ digest: TokenDigest
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try await read { database in
      try database.refresh(digest).map { (record: $0.token.record, family: $0.family) }
    }
  }

  /// Returns a valid refresh token and its family.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/liveRefresh(_:at:)``.
  public func liveRefresh(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try await read { database in
      guard let found = try database.refresh(digest),
        found.token.isLive(in: found.family, at: StoredTime(now))
      else { return nil }
      return (found.token.record, found.family)
    }
  }

  /// Rotates a refresh token.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/rotate(_:by:to:sealed:grace:at:)``.
  ///
  /// The usual case is one statement. In any other case that statement changes nothing, and `RotationRule`
  /// decides in a transaction that locks the family.
  public func rotate(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: Date
  ) async throws(StoreError) -> Rotation {
    let rotated: Rotation?
    do throws(StoreError) {
      rotated = try await statement { database in
        try database.rotateLive(
          presented, by: clientID, to: successor, sealed: sealed, grace: grace,
          at: StoredTime(now))
      }
    } catch  where error.code == .invalidRecord {
      // The digest of the successor is taken, or PostgreSQL cannot store a text: the code below reports it.
      rotated = nil
    }
    if let rotated { return rotated }
    return try await write { database in
      let found = try database.refresh(presented, locking: true)
      let decision = try RotationRule.decide(
        found?.token, of: found?.family, by: clientID, to: successor, sealed: sealed, grace: grace,
        at: StoredTime(now))
      switch decision {
      case .answer(let rotation): return rotation
      case .end(let ended):
        database.later(
          "UPDATE family SET revoked_at = $1, revocation_reason = $2 WHERE id = $3",
          .time(ended.revokedAt.map { StoredTime($0) }), .text(ended.revocationReason),
          .text(ended.id))
        return .reused(ended)
      case .rotate(let family, let successor, let trace):
        guard let found else { return .unknown }
        try database.rotate(found.token, in: found.familyKey, to: successor, trace: trace)
        return .rotated(family, generation: successor.generation)
      }
    }
  }

  /// Returns a family of tokens.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/family(_:)``.
  public func family(_ id: String) async throws(StoreError) -> RefreshFamily? {
    guard StoredText.accepts([id]) else { return nil }
    return try await read { database in try database.family(id) }
  }

  /// Returns the families of a login session that are not revoked.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/families(ofSession:)``.
  public func families(ofSession sid: String) async throws(StoreError) -> [RefreshFamily] {
    guard StoredText.accepts([sid]) else { return [] }
    return try await read { database in
      try database.all(
        """
        SELECT \(Columns.family) FROM family WHERE session_id = $1 AND revoked_at IS NULL
        ORDER BY created_at, id
        """,
        .text(sid)
      ).map { try RefreshFamily(row: $0.stored) }
    }
  }

  /// Revokes a family of tokens.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeFamily(_:reason:at:)``.
  public func revokeFamily(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([reason], of: "revocation")
    guard StoredText.accepts([id]) else { return false }
    return try await statement { database in
      try database.count(ending: .one(id), reason, at: now) == 1
    }
  }

  /// Ends everything of a user.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeUser(_:reason:at:)``.
  public func revokeUser(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Int {
    try await endSessions(of: id, keeping: .none, reason: reason, at: now).families.count
  }

  /// Ends everything of a client, which stays registered.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeClient(_:reason:at:)``.
  public func revokeClient(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Int {
    try StoredText.check([reason], of: "revocation")
    guard StoredText.accepts([id]) else { return 0 }
    return try await write { database in
      try database.revokeClient(id, reason, at: now)
    }
  }
}

extension PostgreSQLConnection {
  /// Rotates a valid token in one statement; nil when it is not valid.
  ///
  /// It locks the row of the family and then that of the token. After an `UPDATE` has waited for a row, its
  /// condition is checked again: of concurrent rotations of one token only the first finds it unused.
  /// https://www.postgresql.org/docs/15/transaction-iso.html#XACT-READ-COMMITTED
  fileprivate func rotateLive(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: StoredTime
  ) throws -> Rotation? {
    guard StoredText.accepts([clientID, successor.familyID]) else { return nil }
    let window = now.advanced(by: min(max(grace, 0), RotationRule.maximumGrace))
    let row = try first(
      """
      WITH held AS (
        SELECT key, \(Columns.family) FROM family
        WHERE key = (SELECT family_key FROM refresh WHERE digest = $1)
          AND revoked_at IS NULL AND client_id = $2 AND id = $3 AND absolute_expiry > $4
        FOR NO KEY UPDATE
      ), spent AS (
        UPDATE refresh SET spent_at = $4, successor = $5, sealed = $6, window_until = $7
        FROM held
        WHERE refresh.digest = $1 AND refresh.family_key = held.key
          AND refresh.spent_at IS NULL AND refresh.expires_at > $4
        RETURNING refresh.generation, refresh.predecessor
      ), added AS (
        INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at, predecessor)
        SELECT $5, held.key, spent.generation + 1, $8, least($9, held.absolute_expiry), $1
        FROM held, spent
      ), closed AS (
        UPDATE refresh SET sealed = NULL, window_until = NULL FROM spent
        WHERE refresh.digest = spent.predecessor
      )
      SELECT spent.generation + 1 AS generation, family.* FROM held AS family, spent
      """,
      .digest(presented), .text(clientID), .text(successor.familyID), .time(now),
      .digest(successor.digest), .bytes(sealed), .time(window), .time(successor.issuedAt),
      .time(successor.expiresAt))?.stored
    guard let row else { return nil }
    return .rotated(try RefreshFamily(row: row), generation: try row.integer("generation"))
  }

  fileprivate func rotate(
    _ presented: StoredRefresh, in familyKey: Int, to successor: RefreshRecord,
    trace: StoredRefresh.Spent
  ) throws {
    try insert(successor, familyKey: familyKey, after: presented.record.digest)
    let spent = try change(
      """
      UPDATE refresh SET spent_at = $1, successor = $2, sealed = $3, window_until = $4
      WHERE digest = $5 AND spent_at IS NULL
      """,
      .time(trace.at), .digest(trace.successor), .bytes(trace.window?.sealed),
      .time(trace.window?.until), .digest(presented.record.digest))
    guard spent == 1 else { throw StoreError(.damaged, "a refresh token was spent meanwhile") }
    // The first use of a successor closes the grace window of its predecessor.
    guard let before = presented.predecessor else { return }
    later(
      "UPDATE refresh SET sealed = NULL, window_until = NULL WHERE digest = $1", .digest(before))
  }
}
