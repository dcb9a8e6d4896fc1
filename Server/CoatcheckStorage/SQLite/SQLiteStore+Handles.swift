// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckJOSE
import GRDB
public import CoatcheckFoundation

extension SQLiteStore: SocialStore {
  /// Stores a record that can be used once.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(OneTimeRecord)``.
  public func keep(_ record: OneTimeRecord) async throws(StoreError) {
    try record.checkStorable()
    try await write { database in
      let added = try database.change(
        """
        INSERT INTO record (digest, kind, content, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (digest) DO NOTHING
        """,
        Bound.digest(record.digest), Bound.text(record.kind.rawValue),
        Bound.json(record.content.serialized()), Bound.time(record.expiresAt))
      guard added == 1 else { throw StoreError.taken("record") }
    }
  }

  /// Returns a one-time record and removes it.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/take(_:_:at:)``.
  public func take(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    guard StoredText.accepts([kind.rawValue]) else { return nil }
    return try await write { database in
      let record = try database.record(kind, digest, at: now)
      if record != nil {
        try database.change("DELETE FROM record WHERE digest = ?", Bound.digest(digest))
      }
      return record
    }
  }

  /// Returns a one-time record without removing it.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/record(_:_:at:)``.
  public func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    guard StoredText.accepts([kind.rawValue]) else { return nil }
    return try await read { database in try database.record(kind, digest, at: now) }
  }

  /// Stores a one-time code.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(OneTimeCode)``.
  public func keep(_ code: OneTimeCode) async throws(StoreError) {
    try code.checkStorable()
    try await write { database in
      try database.change(
        """
        INSERT INTO message_code (
          purpose, kind, contact, scope, digest, device, sent_at, expires_at, tries)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (kind, contact, purpose, scope) DO UPDATE SET
          digest = excluded.digest, device = excluded.device, sent_at = excluded.sent_at,
          expires_at = excluded.expires_at, tries = excluded.tries
        """,
        Bound.text(code.key.purpose), Bound.text(code.key.contact.kind),
        Bound.text(code.key.contact.value), Bound.text(code.key.scope), Bound.bytes(code.digest),
        Bound.text(code.device), Bound.time(code.sentAt), Bound.time(code.expiresAt),
        Bound.integer(code.tries))
    }
  }

  /// Compares an entered code with the stored one, and counts the attempt.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/attempt(_:at:)``.
  public func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeAttempt {
    guard StoredText.accepts(code.key.texts) else { return .gone }
    return try await write { database in
      let trial = CodeRule.decide(
        code, for: try database.messageCode(code.key), at: StoredTime(now))
      try database.apply(trial, to: code.key)
      return trial
    }
  }
}

extension Database {
  fileprivate func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) throws -> OneTimeRecord? {
    try first(
      "SELECT * FROM record WHERE digest = ? AND kind = ? AND expires_at > ?",
      Bound.digest(digest), Bound.text(kind.rawValue), Bound.time(now)
    ).map { row in
      OneTimeRecord(
        kind: OneTimeRecord.Kind(rawValue: try row.text("kind")), digest: try row.digest("digest"),
        content: try row.object("content"), expiresAt: try row.time("expires_at").date)
    }
  }
}
