// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Records a key that may be used once.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/insertOnce(namespace:key:expiresAt:at:)``.
  public func insertOnce(
    namespace: String, key: String, expiresAt: Date, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([namespace, key], of: "key")
    return try await write { database in
      try database.change(
        """
        INSERT INTO once (namespace, name, expires_at) VALUES (?, ?, ?)
        ON CONFLICT (namespace, name) DO UPDATE SET expires_at = excluded.expires_at
        WHERE once.expires_at <= ?
        """,
        Bound.text(namespace), Bound.text(key), Bound.time(expiresAt), Bound.time(now)) == 1
    }
  }

  /// Counts an attempt.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/attempt(_:limit:window:at:)``.
  public func attempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    try StoredText.check([key], of: "attempt")
    return try await write { database in
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
    return try await query { database in
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
    try await write { database in
      try database.change(
        "UPDATE attempt SET count = count - 1 WHERE name = ? AND count > 0", Bound.text(key))
    }
  }

  /// Removes the counted attempts of a key.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/clearAttempts(_:)``.
  public func clearAttempts(_ key: String) async throws(StoreError) {
    guard StoredText.accepts([key]) else { return }
    try await write { database in
      try database.change("DELETE FROM attempt WHERE name = ?", Bound.text(key))
    }
  }

  /// Stores a login session.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/saveLogin(_:)``.
  public func saveLogin(_ login: LoginSession) async throws(StoreError) {
    try login.checkStorable()
    try await write { database in
      try database.change(
        """
        INSERT INTO login (digest, user_id, auth_time, expires_at, sid) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET
          user_id = excluded.user_id, auth_time = excluded.auth_time,
          expires_at = excluded.expires_at, sid = excluded.sid
        """,
        Bound.digest(login.digest), Bound.text(login.userID), Bound.time(login.authTime),
        Bound.time(login.expiresAt), Bound.text(login.sid))
    }
  }

  /// Returns a login session.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/login(_:at:)``.
  public func login(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> LoginSession? {
    try await query { database in
      try database.first(
        "SELECT * FROM login WHERE digest = ? AND expires_at > ?", Bound.digest(digest),
        Bound.time(now)
      ).map(LoginSession.init(row:))
    }
  }

  /// Removes a login session, and nothing that was issued in it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/endLogin(_:)``.
  public func endLogin(_ digest: TokenDigest) async throws(StoreError) -> Bool {
    try await write { database in
      try database.change("DELETE FROM login WHERE digest = ?", Bound.digest(digest)) == 1
    }
  }
}

extension LoginSession {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      digest: try row.digest("digest"), userID: try row.text("user_id"),
      authTime: try row.time("auth_time").date, expiresAt: try row.time("expires_at").date,
      sid: try row.optionalText("sid"))
  }
}
