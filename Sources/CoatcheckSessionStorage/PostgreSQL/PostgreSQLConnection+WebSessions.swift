// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckPostgreSQL
import CoatcheckWeb

/// The tables of a website's sessions.
extension PostgreSQLConnection {
  func webSession(_ key: String, at now: Date) throws -> WebSessionRecord? {
    try first(
      """
      SELECT \(WebSessionRecord.columns) FROM web_session
      WHERE key = $1 AND ends_at > $2 AND idles_at > $2
      """, .text(key), .time(now)
    ).map(WebSessionRecord.init(row:))
  }

  func webSessionState(_ key: String, at now: Date) throws -> WebSessionState? {
    try first(
      """
      SELECT started_at, ends_at, idles_at, version FROM web_session
      WHERE key = $1 AND ends_at > $2 AND idles_at > $2
      """, .text(key), .time(now)
    ).map(WebSessionState.init(row:))
  }

  /// Only inside a transaction.
  ///
  /// - Returns: False when the session was ended before.
  func openWebSession(
    _ record: WebSessionRecord, replacing replaced: String?, in schema: String, at now: Date
  ) throws -> Bool {
    // The next statement runs after the locks are granted: it sees a group that ended before, and a group
    // that ends afterwards finds this session.
    lock(record.groups, of: schema)
    let inserted: Int
    do throws(PostgreSQLFailure) {
      inserted = try change(
        """
        INSERT INTO web_session (\(WebSessionRecord.columns))
        SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (
          SELECT FROM ended_group WHERE started_before > $4 AND until > $9
            AND (kind = 'user_hash' AND hash = $3 OR kind = 'provider_session' AND hash = $2))
        """,
        .text(record.key), .text(record.providerSession), .text(record.user),
        .time(record.startedAt), .time(record.endsAt), .time(record.idlesAt),
        .number(Int64(record.version)), .bytes(record.content), .time(now))
    } catch .taken {
      throw OAuthError.sessionExists
    }
    guard inserted == 1 else { return false }
    if let replaced, replaced != record.key {
      later("DELETE FROM web_session WHERE key = $1", .text(replaced))
    }
    return true
  }

  func touchWebSession(_ key: String, idlesAt: Date, at now: Date) throws {
    try change(
      """
      UPDATE web_session SET idles_at = $2
      WHERE key = $1 AND idles_at < $2 AND ends_at > $3 AND idles_at > $3
      """, .text(key), .time(idlesAt), .time(now))
  }

  /// - Returns: Whether the session had this version.
  func changeWebSession(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) throws -> Bool {
    try change(
      """
      UPDATE web_session SET content = $3, version = version + 1
      WHERE key = $1 AND version = $2 AND ends_at > $4 AND idles_at > $4
      """, .text(key), .number(Int64(version)), .bytes(content), .time(now)) == 1
  }

  func endWebSession(_ key: String) throws -> WebSessionRecord? {
    try first(
      "DELETE FROM web_session WHERE key = $1 RETURNING \(WebSessionRecord.columns)", .text(key)
    ).map(WebSessionRecord.init(row:))
  }

  /// Only inside a transaction.
  ///
  /// - Returns: The sessions that were removed.
  func endWebSessions(
    of group: WebSessionGroup, startedBefore time: Date, until end: Date, in schema: String
  ) throws -> [WebSessionRecord] {
    lock([group], of: schema)
    // Entries of the same group that this one covers are deleted.
    later(
      """
      DELETE FROM ended_group
      WHERE kind = $1 AND hash = $2 AND started_before <= $3 AND until <= $4
      """, .text(group.column), .text(group.hash), .time(time), .time(end))
    later(
      """
      INSERT INTO ended_group (kind, hash, started_before, until) VALUES ($1, $2, $3, $4)
      ON CONFLICT (kind, hash, started_before) DO NOTHING
      """, .text(group.column), .text(group.hash), .time(time), .time(end))
    return try all(
      """
      DELETE FROM web_session WHERE \(group.column) = $1 AND started_at < $2
      RETURNING \(WebSessionRecord.columns)
      """, .text(group.hash), .time(time)
    ).map(WebSessionRecord.init(row:))
  }

  /// Removes expired sessions, those that expired first before the others.
  func sweepWebSessions(limit: Int, at now: Date) throws -> [WebSessionRecord] {
    // Rows that another sweep has locked are skipped. A row is checked again when it is locked: a session
    // that was extended at the same time stays.
    try all(
      """
      WITH found AS MATERIALIZED (
        SELECT key FROM web_session WHERE least(ends_at, idles_at) <= $1
        ORDER BY least(ends_at, idles_at) LIMIT $2 FOR UPDATE SKIP LOCKED)
      DELETE FROM web_session WHERE key IN (SELECT key FROM found)
      RETURNING \(WebSessionRecord.columns)
      """, .time(now), .number(Int64(max(limit, 0)))
    ).map(WebSessionRecord.init(row:))
  }

  /// Takes the locks of groups until the end of the transaction, together with the next statement. They are
  /// taken in the order of their numbers, so that two transactions cannot deadlock.
  private func lock(_ groups: [WebSessionGroup], of schema: String) {
    let numbers = groups.map { group in
      Fingerprint.digest(of: Array("web \(schema) \(group.column) \(group.hash)".utf8)).prefix(8)
        .reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    for number in Set(numbers).sorted() {
      // As a text, since the result type void is not decoded.
      later("SELECT pg_advisory_xact_lock($1)::text", .number(number))
    }
  }
}

extension WebSessionState {
  fileprivate init(row: PostgreSQLRow) throws(OAuthError) {
    guard let startedAt = row.number("started_at"), let endsAt = row.number("ends_at"),
      let idlesAt = row.number("idles_at"), let version = row.number("version")
    else { throw .incompleteWebSession }
    self.init(
      startedAt: Date(microseconds: startedAt), endsAt: Date(microseconds: endsAt),
      idlesAt: Date(microseconds: idlesAt), version: Int(version))
  }
}

extension WebSessionRecord {
  fileprivate init(row: PostgreSQLRow) throws(OAuthError) {
    let state = try WebSessionState(row: row)
    guard let key = row.text("key"), let user = row.text("user_hash"),
      let content = row.bytes("content")
    else { throw .incompleteWebSession }
    self.init(
      key: key, providerSession: row.text("provider_session"), user: user,
      startedAt: state.startedAt, endsAt: state.endsAt, content: content)
    idlesAt = state.idlesAt
    version = state.version
  }
}

extension OAuthError {
  fileprivate static var incompleteWebSession: OAuthError {
    .unreadable(
      .storeDamaged, "The session store is damaged: a session lacks something. Restore a backup.")
  }
}
