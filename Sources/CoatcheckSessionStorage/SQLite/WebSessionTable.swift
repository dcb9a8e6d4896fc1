// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb
import GRDB

/// The tables of a website's sessions. Only inside a transaction.
enum WebSessionTable {
  static func session(
    _ key: String, at now: Date, in database: Database
  ) throws -> WebSessionRecord? {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT \(WebSessionRecord.columns) FROM web_session
          WHERE key = ? AND ends_at > ? AND idles_at > ?
          """),
      arguments: [key, now.microseconds, now.microseconds])
    let found = try records(rows).first
    // A damaged index could find the session of another user.
    guard found == nil || found?.key == key else { throw damage("key") }
    return found
  }

  /// - Returns: False when the session was ended before.
  static func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date, in database: Database
  ) throws -> Bool {
    guard try !EndedGroupTable.contains(record, at: now, in: database) else { return false }
    let existing = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT number FROM web_session WHERE key = ?"),
      arguments: [record.key])
    guard existing.isEmpty else { throw OAuthError.sessionExists }
    try database.cachedStatement(
      sql: """
        INSERT INTO web_session (\(WebSessionRecord.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      record.key, record.providerSession, record.user, record.startedAt.microseconds,
      record.endsAt.microseconds, record.idlesAt.microseconds, record.version,
      Data(record.content),
    ])
    if let replaced, replaced != record.key { _ = try end(replaced, in: database) }
    return true
  }

  static func touch(_ key: String, idlesAt: Date, at now: Date, in database: Database) throws {
    let (idle, now) = (idlesAt.microseconds, now.microseconds)
    try database.cachedStatement(
      sql: """
        UPDATE web_session SET idles_at = ?
        WHERE key = ? AND idles_at < ? AND ends_at > ? AND idles_at > ?
        """
    ).execute(arguments: [idle, key, idle, now, now])
  }

  /// - Returns: Whether the session had this version.
  static func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date, in database: Database
  ) throws -> Bool {
    try database.cachedStatement(
      sql: """
        UPDATE web_session SET content = ?, version = version + 1
        WHERE key = ? AND version = ? AND ends_at > ? AND idles_at > ?
        """
    ).execute(
      arguments: [Data(content), key, version, now.microseconds, now.microseconds])
    return database.changesCount == 1
  }

  static func end(_ key: String, in database: Database) throws -> WebSessionRecord? {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: "DELETE FROM web_session WHERE key = ? RETURNING \(WebSessionRecord.columns)"),
      arguments: [key])
    return try records(rows).first
  }

  static func end(
    _ group: WebSessionGroup, startedBefore time: Date, in database: Database
  ) throws -> [WebSessionRecord] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          DELETE FROM web_session WHERE \(group.column) = ? AND started_at < ?
          RETURNING \(WebSessionRecord.columns)
          """),
      arguments: [group.hash, time.microseconds])
    return try records(rows)
  }

  /// Removes expired sessions, those that expired first before the others.
  static func sweep(
    limit: Int, at now: Date, in database: Database
  ) throws -> [WebSessionRecord] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          DELETE FROM web_session WHERE number IN (
            SELECT number FROM web_session WHERE min(ends_at, idles_at) <= ?
            ORDER BY min(ends_at, idles_at) LIMIT ?)
          RETURNING \(WebSessionRecord.columns)
          """),
      arguments: [now.microseconds, max(limit, 0)])
    return try records(rows)
  }

  private static func records(_ rows: [Row]) throws(OAuthError) -> [WebSessionRecord] {
    var records: [WebSessionRecord] = []
    for row in rows { records.append(try record(row)) }
    return records
  }

  private static func record(_ row: Row) throws(OAuthError) -> WebSessionRecord {
    var record = WebSessionRecord(
      key: try text(row, "key"),
      providerSession: try optionalText(row, "provider_session"),
      user: try text(row, "user_hash"), startedAt: try time(row, "started_at"),
      endsAt: try time(row, "ends_at"), content: try bytes(row, "content"))
    record.idlesAt = try time(row, "idles_at")
    record.version = Int(try number(row, "version"))
    return record
  }

  private static func text(_ row: Row, _ column: String) throws(OAuthError) -> String {
    guard let value: DatabaseValue = row[column], case .string(let text) = value.storage
    else { throw damage(column) }
    return text
  }

  private static func optionalText(_ row: Row, _ column: String) throws(OAuthError) -> String? {
    if let value: DatabaseValue = row[column], value.isNull { return nil }
    return try text(row, column)
  }

  private static func number(_ row: Row, _ column: String) throws(OAuthError) -> Int64 {
    guard let value: DatabaseValue = row[column], case .int64(let number) = value.storage
    else { throw damage(column) }
    return number
  }

  private static func time(_ row: Row, _ column: String) throws(OAuthError) -> Date {
    Date(microseconds: try number(row, column))
  }

  private static func bytes(_ row: Row, _ column: String) throws(OAuthError) -> [UInt8] {
    guard let value: DatabaseValue = row[column], case .blob(let data) = value.storage
    else { throw damage(column) }
    return Array(data)
  }

  private static func damage(_ column: String) -> OAuthError {
    .unreadable(
      .storeDamaged,
      "The session store is damaged: column \(column) holds something else. Restore a backup.")
  }
}
