// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Stores an authorization code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/issueCode(_:)``.
  public func issueCode(_ code: AuthorizationCodeRecord) async throws(StoreError) {
    try code.checkStorable()
    try await statement { database in
      let added = try database.change(
        """
        INSERT INTO code (
          digest, client_id, user_id, redirect_uri, scopes, nonce, code_challenge, auth_time,
          issued_at, expires_at, session_id, context)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (digest) DO NOTHING
        """,
        .digest(code.digest), .text(code.clientID), .text(code.userID), .text(code.redirectURI),
        .texts(code.scopes), .text(code.nonce), .text(code.codeChallenge), .time(code.authTime),
        .time(code.issuedAt), .time(code.expiresAt), .text(code.sessionID),
        .context(code.context))
      guard added == 1 else { throw StoreError.taken("code") }
    }
  }

  /// Returns an authorization code as it was issued.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/code(_:)``.
  public func code(_ digest: TokenDigest) async throws(StoreError) -> AuthorizationCodeRecord? {
    try await read { database in
      try database.first("SELECT \(Columns.code) FROM code WHERE digest = $1", .digest(digest))
        .map { try AuthorizationCodeRecord(row: $0.stored) }
    }
  }

  /// Redeems an authorization code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/redeem(_:opening:first:at:)``.
  ///
  /// The usual case is one statement. In any other case that statement changes nothing, and a transaction
  /// decides.
  public func redeem(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> CodeRedemption {
    try opening.checkStorable(first: first)
    var redeemed: AuthorizationCodeRecord?
    do throws(StoreError) {
      redeemed = try await statement { database in
        try database.redeemLive(code, opening: opening, first: first, at: now)
      }
    } catch  where error.code == .invalidRecord {
      // The family or the token exists already: the code below reports that, unless the code was used.
      redeemed = nil
    }
    if let redeemed { return .redeemed(redeemed) }
    return try await write { database in
      // Of concurrent calls, the first marks the code as used; the others wait for the row and then find it
      // used.
      let spent = try database.first(
        """
        UPDATE code SET family_id = $1 WHERE digest = $2 AND family_id IS NULL AND expires_at > $3
        RETURNING \(Columns.code)
        """,
        .text(opening.id), .digest(code), .time(now))
      guard let spent else {
        guard
          let row = try database.first(
            "SELECT family_id FROM code WHERE digest = $1", .digest(code))
        else { return .unknown }
        return try row.stored.optionalText("family_id").map { .alreadyUsed(familyID: $0) }
          ?? .expired
      }
      let record = try AuthorizationCodeRecord(row: spent.stored)
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
    try await statement { database in try database.insert(family, first: first) }
  }
}

extension PostgreSQLConnection {
  /// Marks a valid code as used and opens its family, in one statement; nil when the code is not valid.
  fileprivate func redeemLive(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) throws -> AuthorizationCodeRecord? {
    try together([
      PreparedCall(
        """
        WITH spent AS (
          UPDATE code SET family_id = $1
          WHERE digest = $16 AND family_id IS NULL AND expires_at > $17
            AND client_id = $2 AND user_id = $3
          RETURNING \(Columns.code)
        ), opened AS (
          INSERT INTO family (\(Opened.columns)) SELECT \(Opened.places) FROM spent RETURNING key
        ), first AS (\(Opened.first))
        SELECT \(Columns.code) FROM spent
        """,
        Opened.values(opening, first) + [.digest(code), .time(now)])
    ])[0].first.map { try AuthorizationCodeRecord(row: $0.stored) }
  }
}
