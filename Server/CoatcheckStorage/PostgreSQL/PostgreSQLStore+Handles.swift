// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore: SocialStore {
  /// Stores a record that can be used once.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(OneTimeRecord)``.
  public func keep(_ record: OneTimeRecord) async throws(StoreError) {
    try record.checkStorable()
    try await statement { database in
      let added = try database.change(
        """
        INSERT INTO one_time_record (digest, kind, content, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (digest) DO NOTHING
        """,
        .digest(record.digest), .text(record.kind.rawValue), .json(record.content.serialized()),
        .time(record.expiresAt))
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
    return try await statement { database in
      try database.first(
        """
        DELETE FROM one_time_record WHERE digest = $1 AND kind = $2 AND expires_at > $3
        RETURNING \(Columns.record)
        """,
        .digest(digest), .text(kind.rawValue), .time(now)
      ).map { try OneTimeRecord(row: $0.stored) }
    }
  }

  /// Returns a one-time record without removing it.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/record(_:_:at:)``.
  public func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    guard StoredText.accepts([kind.rawValue]) else { return nil }
    return try await read { database in
      try database.first(
        """
        SELECT \(Columns.record) FROM one_time_record
        WHERE digest = $1 AND kind = $2 AND expires_at > $3
        """,
        .digest(digest), .text(kind.rawValue), .time(now)
      ).map { try OneTimeRecord(row: $0.stored) }
    }
  }

  /// Stores a one-time code.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(OneTimeCode)``.
  public func keep(_ code: OneTimeCode) async throws(StoreError) {
    try code.checkStorable()
    try await statement { database in
      try database.change(
        """
        INSERT INTO message_code (
          key, purpose, kind, contact, scope, digest, device, sent_at, expires_at, tries)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (key) DO UPDATE SET
          digest = excluded.digest, device = excluded.device, sent_at = excluded.sent_at,
          expires_at = excluded.expires_at, tries = excluded.tries
        """,
        .key(of: code.key), .text(code.key.purpose), .text(code.key.contact.kind),
        .text(code.key.contact.value), .text(code.key.scope), .bytes(code.digest),
        .text(code.device), .time(code.sentAt), .time(code.expiresAt), .integer(code.tries))
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
      database.apply(trial, to: code.key)
      return trial
    }
  }
}

extension PostgreSQLConnection {
  /// The message code of a key, whose row is locked until the end of the transaction.
  func messageCode(_ key: CodeKey) throws -> OneTimeCode? {
    try together([.heldMessageCode(key)])[0].first.map {
      try OneTimeCode(row: $0.stored, of: key)
    }
  }

  /// Updates a code after an attempt to enter it.
  func apply(_ trial: CodeAttempt, to key: CodeKey) {
    switch trial {
    case .gone: break
    case .right, .wrong(left: ...0):
      later("DELETE FROM message_code WHERE key = $1", .key(of: key))
    case .wrong(let left):
      later(
        "UPDATE message_code SET tries = $1 WHERE key = $2", .integer(left), .key(of: key))
    }
  }
}

extension OneTimeRecord {
  fileprivate init(row: StoredRow) throws(StoreError) {
    self.init(
      kind: OneTimeRecord.Kind(rawValue: try row.text("kind")), digest: try row.digest("digest"),
      content: try row.object("content"), expiresAt: try row.time("expires_at").date)
  }
}

extension OneTimeCode {
  init(row: StoredRow, of key: CodeKey) throws(StoreError) {
    self.init(
      key: key, digest: try row.bytes("digest"), device: try row.text("device"),
      sentAt: try row.time("sent_at").date, expiresAt: try row.time("expires_at").date,
      tries: try row.integer("tries"))
  }
}

extension PreparedCall {
  /// The message code of a key, whose row is locked until the end of the transaction; no row without a key.
  static func heldMessageCode(_ key: CodeKey?) -> PreparedCall {
    PreparedCall(
      "SELECT \(Columns.messageCode) FROM message_code WHERE key = $1 FOR UPDATE",
      key.map { .key(of: $0) } ?? .bytes(nil))
  }
}
