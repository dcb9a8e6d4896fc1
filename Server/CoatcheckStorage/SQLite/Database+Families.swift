// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import GRDB
import CoatcheckFoundation

// The tables of families and refresh tokens. Only inside a transaction.

extension Database {
  func family(_ id: String) throws -> RefreshFamily? {
    try first("SELECT * FROM family WHERE id = ?", Bound.text(id)).map(RefreshFamily.init(row:))
  }

  /// A refresh token, the key of its family's row, and the family.
  func refresh(
    _ digest: TokenDigest
  ) throws -> (token: StoredRefresh, familyKey: Int, family: RefreshFamily)? {
    let row = try first(
      """
      SELECT digest, family_key, generation, issued_at, expires_at, predecessor, spent_at, successor,
        sealed, window_until, family.*
      FROM refresh LEFT JOIN family ON family.key = family_key WHERE digest = ?
      """,
      Bound.digest(digest))
    guard let row else { return nil }
    guard let key = try row.optionalInteger("key") else {
      throw StoreError(.damaged, "a refresh token has no family")
    }
    let family = try RefreshFamily(row: row)
    return (try StoredRefresh(row: row, of: family), key, family)
  }

  /// Revokes the families that meet a condition and are not yet revoked, and counts them.
  @discardableResult
  func revokeFamilies(
    _ reason: String, at now: Date, where condition: String, _ values: StoredValue...
  ) throws -> Int {
    try change(
      """
      UPDATE family SET revoked_at = ?, revocation_reason = ?
      WHERE revoked_at IS NULL AND \(condition)
      """,
      [Bound.time(now), Bound.text(reason)] + values)
  }

  /// Adds a family with its first token, and returns the key of its row.
  @discardableResult
  func insert(_ family: RefreshFamily, first: RefreshRecord?) throws -> Int {
    let added = try change(
      """
      INSERT INTO family (
        id, client_id, user_id, scopes, created_at, absolute_expiry, auth_time, nonce, revoked_at,
        revocation_reason, session_id, context)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """,
      Bound.text(family.id), Bound.text(family.clientID), Bound.text(family.userID),
      Bound.texts(family.scopes), Bound.time(family.createdAt), Bound.time(family.absoluteExpiry),
      Bound.time(family.authTime), Bound.text(family.nonce),
      Bound.time(family.revokedAt.map { StoredTime($0) }), Bound.text(family.revocationReason),
      Bound.text(family.sessionID), Bound.context(family.context))
    guard added == 1 else { throw StoreError.taken("family") }
    let key = Int(lastInsertedRowID)
    guard let first else { return key }
    try insert(first.stored(in: family, generation: 0), familyKey: key, after: nil)
    return key
  }

  func insert(_ token: RefreshRecord, familyKey: Int, after predecessor: TokenDigest?) throws {
    let added = try change(
      """
      INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at, predecessor)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING
      """,
      Bound.digest(token.digest), Bound.integer(familyKey), Bound.integer(token.generation),
      Bound.time(token.issuedAt), Bound.time(token.expiresAt), Bound.digest(predecessor))
    guard added == 1 else { throw StoreError.taken("refresh token") }
  }
}

extension RefreshFamily {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      id: try row.text("id"), clientID: try row.text("client_id"), userID: try row.text("user_id"),
      scopes: try row.texts("scopes"), createdAt: try row.time("created_at").date,
      absoluteExpiry: try row.time("absolute_expiry").date,
      authTime: try row.time("auth_time").date, nonce: try row.optionalText("nonce"),
      revokedAt: try row.optionalTime("revoked_at")?.date,
      revocationReason: try row.optionalText("revocation_reason"),
      sessionID: try row.optionalText("session_id"), context: try row.context("context"))
  }
}

extension StoredRefresh {
  init(row: StoredRow, of family: RefreshFamily) throws(StoreError) {
    let record = RefreshRecord(
      digest: try row.digest("digest"), familyID: family.id,
      generation: try row.integer("generation"), issuedAt: try row.time("issued_at").date,
      expiresAt: try row.time("expires_at").date)
    var spent: Spent?
    if let at = try row.optionalTime("spent_at") {
      var window: Window?
      if let until = try row.optionalTime("window_until") {
        window = Window(sealed: try row.bytes("sealed"), until: until)
      }
      spent = Spent(at: at, successor: try row.digest("successor"), window: window)
    }
    self.init(record: record, predecessor: try row.optionalDigest("predecessor"), spent: spent)
  }
}
