// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Stores an authorization code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/issueCode(_:)``.
  public func issueCode(_ code: AuthorizationCodeRecord) async throws(StoreError) {
    try code.checkStorable()
    try await write { database in
      let added = try database.change(
        """
        INSERT INTO code (
          digest, client_id, user_id, redirect_uri, scopes, nonce, code_challenge, auth_time,
          issued_at, expires_at, session_id, context)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING
        """,
        Bound.digest(code.digest), Bound.text(code.clientID), Bound.text(code.userID),
        Bound.text(code.redirectURI), Bound.texts(code.scopes), Bound.text(code.nonce),
        Bound.text(code.codeChallenge), Bound.time(code.authTime), Bound.time(code.issuedAt),
        Bound.time(code.expiresAt), Bound.text(code.sessionID), Bound.context(code.context))
      guard added == 1 else { throw StoreError.taken("code") }
    }
  }

  /// Returns an authorization code as it was issued.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/code(_:)``.
  public func code(_ digest: TokenDigest) async throws(StoreError) -> AuthorizationCodeRecord? {
    try await query { database in
      try database.first("SELECT * FROM code WHERE digest = ?", Bound.digest(digest))
        .map(AuthorizationCodeRecord.init(row:))
    }
  }

  /// Redeems an authorization code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/redeem(_:opening:first:at:)``.
  public func redeem(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> CodeRedemption {
    try opening.checkStorable(first: first)
    return try await write { database in
      let spent = try database.change(
        "UPDATE code SET family_id = ? WHERE digest = ? AND family_id IS NULL AND expires_at > ?",
        Bound.text(opening.id), Bound.digest(code), Bound.time(now))
      guard let row = try database.first("SELECT * FROM code WHERE digest = ?", Bound.digest(code))
      else { return .unknown }
      guard spent == 1 else {
        return try row.optionalText("family_id").map { .alreadyUsed(familyID: $0) } ?? .expired
      }
      let record = try AuthorizationCodeRecord(row: row)
      try opening.check(opening: record)
      try database.insert(opening, first: first)
      return .redeemed(record)
    }
  }

  /// Stores a new family of tokens.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/open(_:first:)``.
  public func open(_ family: RefreshFamily, first: RefreshRecord?) async throws(StoreError) {
    try family.checkStorable(first: first)
    try await write { database in try database.insert(family, first: first) }
  }
}

extension AuthorizationCodeRecord {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      digest: try row.digest("digest"), clientID: try row.text("client_id"),
      userID: try row.text("user_id"), redirectURI: try row.text("redirect_uri"),
      scopes: try row.texts("scopes"), nonce: try row.optionalText("nonce"),
      codeChallenge: try row.text("code_challenge"), authTime: try row.time("auth_time").date,
      issuedAt: try row.time("issued_at").date, expiresAt: try row.time("expires_at").date,
      sessionID: try row.optionalText("session_id"), context: try row.context("context"))
  }
}
