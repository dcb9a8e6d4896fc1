// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Records a key that may be used once.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/insertOnce(namespace:key:expiresAt:at:)``.
  public func insertOnce(
    namespace: String, key: String, expiresAt: Date, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([namespace, key], of: "key")
    return try await statement { database in
      try database.change(
        """
        INSERT INTO once (key, namespace, name, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
        WHERE once.expires_at <= $5
        """,
        .key(namespace, key), .text(namespace), .text(key), .time(expiresAt), .time(now)) == 1
    }
  }

  /// Counts an attempt.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/attempt(_:limit:window:at:)``.
  public func attempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    try StoredText.check([key], of: "attempt")
    return try await statement { database in
      try database.count(AttemptLimit(key, limit: limit, window: window), at: StoredTime(now))
    }
  }

  /// Returns the result that the next attempt would have, without counting it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/nextAttempt(_:limit:window:at:)``.
  public func nextAttempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    try StoredText.check([key], of: "attempt")
    return try await read { database in
      AttemptWindow.next(
        after: try database.attempts(key), by: AttemptLimit(key, limit: limit, window: window),
        at: StoredTime(now))
    }
  }

  /// Takes back one counted attempt.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/returnAttempt(_:)``.
  public func returnAttempt(_ key: String) async throws(StoreError) {
    guard StoredText.accepts([key]) else { return }
    try await statement { database in
      try database.change(
        "UPDATE attempt SET count = count - 1 WHERE key = $1 AND count > 0", .key(key))
    }
  }

  /// Removes the counted attempts of a key.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/clearAttempts(_:)``.
  public func clearAttempts(_ key: String) async throws(StoreError) {
    guard StoredText.accepts([key]) else { return }
    try await statement { database in
      try database.change("DELETE FROM attempt WHERE key = $1", .key(key))
    }
  }

  /// Stores a login session.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/saveLogin(_:)``.
  public func saveLogin(_ login: LoginSession) async throws(StoreError) {
    try login.checkStorable()
    try await statement { database in
      try database.change(
        """
        INSERT INTO login (\(Columns.login)) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (digest) DO UPDATE SET
          user_id = excluded.user_id, auth_time = excluded.auth_time,
          expires_at = excluded.expires_at, sid = excluded.sid
        """,
        .digest(login.digest), .text(login.userID), .time(login.authTime), .time(login.expiresAt),
        .text(login.sid))
    }
  }

  /// Returns a login session.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/login(_:at:)``.
  public func login(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> LoginSession? {
    try await read { database in
      try database.first(
        "SELECT \(Columns.login) FROM login WHERE digest = $1 AND expires_at > $2",
        .digest(digest), .time(now)
      ).map { try LoginSession(row: $0.stored) }
    }
  }

  /// Removes a login session, and nothing that was issued in it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/endLogin(_:)``.
  public func endLogin(_ digest: TokenDigest) async throws(StoreError) -> Bool {
    try await statement { database in
      try database.change("DELETE FROM login WHERE digest = $1", .digest(digest)) == 1
    }
  }
}

extension PostgreSQLConnection {
  /// The attempts that were counted for a key, also when their window has passed.
  func attempts(_ key: String) throws -> AttemptWindow? {
    try together([.attempts(key)])[0].first.map { try AttemptWindow(row: $0.stored) }
  }

  /// Counts one more attempt, as `AttemptWindow.counted(after:limit:window:at:)` does, in one statement:
  /// concurrent calls wait for the row, and each sees the count of the one before.
  func count(_ limit: AttemptLimit, at now: StoredTime) throws -> Attempt {
    let fresh = now.advanced(by: max(limit.window, 0))
    let row = try first(
      """
      INSERT INTO attempt (key, name, count, until) VALUES ($1, $2, 1, $3)
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN attempt.until > $4
          THEN least(attempt.count, 9223372036854775806) + 1 ELSE 1 END,
        until = CASE WHEN attempt.until > $4
          THEN least(attempt.until, excluded.until) ELSE excluded.until END
      RETURNING count, until
      """,
      .key(limit.key), .text(limit.key), .time(fresh), .time(now))?.stored
    guard let row else { throw StoreError(.damaged, "an attempt was not counted") }
    let (count, until) = (try row.integer("count"), try row.time("until"))
    return count <= limit.limit ? .allowed(count) : .exhausted(until: until.date)
  }
}

extension PreparedCall {
  static func attempts(_ key: String) -> PreparedCall {
    PreparedCall("SELECT count, until FROM attempt WHERE key = $1", .key(key))
  }
}

extension AttemptWindow {
  init(row: StoredRow) throws(StoreError) {
    self.init(count: try row.integer("count"), until: try row.time("until"))
  }
}
