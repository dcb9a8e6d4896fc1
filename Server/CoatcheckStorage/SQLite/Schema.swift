// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import GRDB

/// The tables of an ``SQLiteStore``.
///
/// The file contains their version (`user_version`). A file of a newer version is not used; an older
/// version was never released. Tables have integer keys and, in addition, unique identifiers: rows of two
/// kilobytes in a table `WITHOUT ROWID` would make its tree deep and its pages nearly empty.
enum Schema {
  /// Marks a file as ours: `PRAGMA application_id`.
  static let applicationID = 0x4F49_4443

  /// The version this program reads and writes.
  static let version = 1

  /// Creates the tables in an empty file. Run it inside a transaction.
  static func create(_ database: Database) throws {
    try database.execute(sql: tables + social + grants + audit)
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// The SQL of all tables and indexes, as they were created.
  static func text(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1")
  }

  /// Checks that a file has the current tables: damage within page 1 may change a column's name.
  static func check(_ database: Database) throws {
    let wanted = try DatabaseQueue().write { fresh in
      try create(fresh)
      return try text(fresh)
    }
    guard try text(database) == wanted else {
      throw StoreError(.damaged, "the tables are not those of schema version \(version)")
    }
  }

  private static let tables = """
    CREATE TABLE client (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      authentication_method TEXT NOT NULL,
      secret_digest BLOB,
      grant_types TEXT NOT NULL,
      scopes TEXT NOT NULL,
      id_token_algorithm TEXT NOT NULL,
      consent TEXT NOT NULL,
      access_token_lifetime INTEGER,
      standing TEXT NOT NULL,
      metadata TEXT NOT NULL,
      registration_token BLOB,
      registered_at INTEGER
    ) STRICT;

    CREATE TABLE code (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      client_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      scopes TEXT NOT NULL,
      nonce TEXT,
      code_challenge TEXT NOT NULL,
      auth_time INTEGER NOT NULL,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      session_id TEXT,
      family_id TEXT,
      context TEXT
    ) STRICT;
    CREATE INDEX code_expiry ON code (expires_at);
    CREATE INDEX code_client ON code (client_id) WHERE family_id IS NULL;
    CREATE INDEX code_user ON code (user_id) WHERE family_id IS NULL;

    CREATE TABLE family (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      client_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      absolute_expiry INTEGER NOT NULL,
      auth_time INTEGER NOT NULL,
      nonce TEXT,
      revoked_at INTEGER,
      revocation_reason TEXT,
      session_id TEXT,
      context TEXT
    ) STRICT;
    CREATE INDEX family_expiry ON family (absolute_expiry);
    CREATE INDEX family_client ON family (client_id) WHERE revoked_at IS NULL;
    CREATE INDEX family_user ON family (user_id);
    CREATE INDEX family_session ON family (session_id)
      WHERE session_id IS NOT NULL AND revoked_at IS NULL;

    CREATE TABLE refresh (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      family_key INTEGER NOT NULL REFERENCES family (key),
      generation INTEGER NOT NULL,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      predecessor BLOB,
      spent_at INTEGER,
      successor BLOB,
      sealed BLOB,
      window_until INTEGER
    ) STRICT;
    CREATE INDEX refresh_family ON refresh (family_key);
    CREATE INDEX refresh_expiry ON refresh (expires_at);

    CREATE TABLE once (
      key INTEGER PRIMARY KEY,
      namespace TEXT NOT NULL,
      name TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (namespace, name)
    ) STRICT;
    CREATE INDEX once_expiry ON once (expires_at);

    CREATE TABLE attempt (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      count INTEGER NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attempt_expiry ON attempt (until);

    CREATE TABLE key_set (
      key INTEGER PRIMARY KEY CHECK (key = 1),
      version INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;

    CREATE TABLE consent (
      key INTEGER PRIMARY KEY,
      user_id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      scopes TEXT NOT NULL,
      UNIQUE (user_id, client_id)
    ) STRICT;
    CREATE INDEX consent_client ON consent (client_id);

    CREATE TABLE login (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      user_id TEXT NOT NULL,
      auth_time INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      sid TEXT
    ) STRICT;
    CREATE INDEX login_expiry ON login (expires_at);
    CREATE INDEX login_user ON login (user_id);

    CREATE TABLE user (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE,
      password_hash TEXT,
      claims TEXT NOT NULL,
      standing TEXT NOT NULL
    ) STRICT;

    CREATE TABLE state (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
