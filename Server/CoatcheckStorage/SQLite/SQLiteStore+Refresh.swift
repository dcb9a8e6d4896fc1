// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Returns a refresh token and its family.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/refresh(_:)``.
  public func refresh(
    _ digest: TokenDigest
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try await query { database in
      try database.refresh(digest).map { (record: $0.token.record, family: $0.family) }
    }
  }

  /// Returns a valid refresh token and its family.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/liveRefresh(_:at:)``.
  public func liveRefresh(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)? {
    try await query { database in
      guard let found = try database.refresh(digest),
        found.token.isLive(in: found.family, at: StoredTime(now))
      else { return nil }
      return (found.token.record, found.family)
    }
  }

  /// Rotates a refresh token.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/rotate(_:by:to:sealed:grace:at:)``.
  public func rotate(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: Date
  ) async throws(StoreError) -> Rotation {
    try await write { database in
      // The transaction already holds SQLite's only write lock when it reads.
      let found = try database.refresh(presented)
      let decision = try RotationRule.decide(
        found?.token, of: found?.family, by: clientID, to: successor, sealed: sealed, grace: grace,
        at: StoredTime(now))
      switch decision {
      case .answer(let rotation): return rotation
      case .end(let ended):
        try database.change(
          "UPDATE family SET revoked_at = ?, revocation_reason = ? WHERE id = ?",
          Bound.time(ended.revokedAt.map { StoredTime($0) }), Bound.text(ended.revocationReason),
          Bound.text(ended.id))
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
    return try await query { database in try database.family(id) }
  }

  /// Returns the families of a login session that are not revoked.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/families(ofSession:)``.
  public func families(ofSession sid: String) async throws(StoreError) -> [RefreshFamily] {
    guard StoredText.accepts([sid]) else { return [] }
    return try await search { database in
      try database.all(
        "SELECT * FROM family WHERE session_id = ? AND revoked_at IS NULL ORDER BY created_at, id",
        Bound.text(sid)
      ).map(RefreshFamily.init(row:))
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
    return try await write { database in
      try database.revokeFamilies(reason, at: now, where: "id = ?", Bound.text(id)) == 1
    }
  }

  /// Ends everything of a user.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/revokeUser(_:reason:at:)``.
  public func revokeUser(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Int {
    try StoredText.check([reason], of: "revocation")
    guard StoredText.accepts([id]) else { return 0 }
    return try await write { database in
      try database.endSessions(of: id, keeping: .none, reason, at: now).families.count
    }
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

extension Database {
  /// Revokes a client's families, and removes its unused codes, pushed requests and devices.
  @discardableResult
  func revokeClient(_ id: String, _ reason: String, at now: Date) throws -> Int {
    try change("DELETE FROM pushed_request WHERE client_id = ?", Bound.text(id))
    for table in ["code", "device"] {
      try change("DELETE FROM \(table) WHERE client_id = ? AND family_id IS NULL", Bound.text(id))
    }
    return try revokeFamilies(reason, at: now, where: "client_id = ?", Bound.text(id))
  }

  fileprivate func rotate(
    _ presented: StoredRefresh, in familyKey: Int, to successor: RefreshRecord,
    trace: StoredRefresh.Spent
  ) throws {
    try insert(successor, familyKey: familyKey, after: presented.record.digest)
    let spent = try change(
      """
      UPDATE refresh SET spent_at = ?, successor = ?, sealed = ?, window_until = ?
      WHERE digest = ? AND spent_at IS NULL
      """,
      Bound.time(trace.at), Bound.digest(trace.successor), Bound.bytes(trace.window?.sealed),
      Bound.time(trace.window?.until), Bound.digest(presented.record.digest))
    guard spent == 1 else { throw StoreError(.damaged, "a refresh token was spent meanwhile") }
    // The first use of a successor closes the grace window of its predecessor.
    guard let before = presented.predecessor else { return }
    try change(
      "UPDATE refresh SET sealed = NULL, window_until = NULL WHERE digest = ?",
      Bound.digest(before))
  }
}
