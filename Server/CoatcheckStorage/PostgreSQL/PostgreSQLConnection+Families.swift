// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckPostgreSQL
import CoatcheckFoundation

// The tables of families and refresh tokens.

extension PostgreSQLConnection {
  func family(_ id: String) throws -> RefreshFamily? {
    try first("SELECT \(Columns.family) FROM family WHERE id = $1", .text(id))
      .map { try RefreshFamily(row: $0.stored) }
  }

  /// A refresh token, the key of its family's row, and the family.
  ///
  /// - Parameter locking: Whether both rows are locked until the end of the transaction: the family first,
  ///   as in ``PostgreSQLStore/rotate(_:by:to:sealed:grace:at:)``.
  func refresh(
    _ digest: TokenDigest, locking: Bool = false
  ) throws -> (token: StoredRefresh, familyKey: Int, family: RefreshFamily)? {
    if locking {
      later(
        """
        SELECT key FROM family WHERE key = (SELECT family_key FROM refresh WHERE digest = $1)
        FOR NO KEY UPDATE
        """,
        .digest(digest))
    }
    return try together([Self.refreshCall(digest)])[0].first.map { try Self.refresh($0.stored) }
  }

  /// Reads a refresh token and its family, for ``refresh(_:)``.
  static func refreshCall(_ digest: TokenDigest) -> PreparedCall {
    PreparedCall(
      """
      SELECT \(Columns.refresh), \(Columns.family) FROM refresh
      JOIN family ON family.key = family_key WHERE digest = $1
      """,
      .digest(digest))
  }

  /// The refresh token in a row that ``refreshCall(_:)`` read.
  static func refresh(
    _ row: StoredRow
  ) throws -> (token: StoredRefresh, familyKey: Int, family: RefreshFamily) {
    let family = try RefreshFamily(row: row)
    return (try StoredRefresh(row: row, of: family), try row.integer("family_key"), family)
  }

  /// Adds a family with its first token, in one statement. An index refuses a family that exists already.
  ///
  /// - Returns: The key of its row.
  @discardableResult
  func insert(_ family: RefreshFamily, first: RefreshRecord?) throws -> Int {
    let added = try together([
      PreparedCall(
        """
        WITH opened AS (
          INSERT INTO family (\(Opened.columns)) VALUES (\(Opened.places)) RETURNING key
        ), first AS (\(Opened.first))
        SELECT key FROM opened
        """,
        Opened.values(family, first))
    ])[0].first
    guard let key = try added?.stored.integer("key") else { throw StoreError.taken("family") }
    return key
  }

  func insert(_ token: RefreshRecord, familyKey: Int, after predecessor: TokenDigest?) throws {
    let added = try change(
      """
      INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at, predecessor)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (digest) DO NOTHING
      """,
      .digest(token.digest), .integer(familyKey), .integer(token.generation),
      .time(token.issuedAt), .time(token.expiresAt), .digest(predecessor))
    guard added == 1 else { throw StoreError.taken("refresh token") }
  }
}

/// The parameters 1 to 15 of a statement that opens a family with its first token.
enum Opened {
  static let columns = """
    id, client_id, user_id, scopes, created_at, absolute_expiry, auth_time, nonce, revoked_at,
    revocation_reason, session_id, context
    """
  static let places = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12"

  /// Adds the token to the family in `opened`, if there is a digest.
  static let first = """
    INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at)
    SELECT $13, opened.key, 0, $14, $15 FROM opened WHERE $13 IS NOT NULL
    """

  static func values(_ family: RefreshFamily, _ first: RefreshRecord?) -> [PostgreSQLValue] {
    let token = first?.stored(in: family, generation: 0)
    return [
      .text(family.id), .text(family.clientID), .text(family.userID), .texts(family.scopes),
      .time(family.createdAt), .time(family.absoluteExpiry), .time(family.authTime),
      .text(family.nonce), .time(family.revokedAt.map { StoredTime($0) }),
      .text(family.revocationReason), .text(family.sessionID), .context(family.context),
      .digest(token?.digest), .time(token.map { StoredTime($0.issuedAt) }),
      .time(token.map { StoredTime($0.expiresAt) }),
    ]
  }
}
