// SPDX-License-Identifier: Apache-2.0
import GRDB

/// A file as version 1 of the tables was written, with something in each of them.
///
/// It is kept word for word: files like it lie on people's disks.
enum Version1File {
  /// Makes the file.
  static func make(at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(sql: statements)
      try database.execute(sql: "PRAGMA application_id = 0x4F494443; PRAGMA user_version = 1")
    }
    try queue.close()
  }

  private static let statements = """
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
      standing TEXT NOT NULL
    ) STRICT;
    INSERT INTO client VALUES(1,'web','The web','["https://c.example/cb"]',\
    'client_secret_basic',X'a2f73b74b9d42fcf003102f9c8317aca5a755d312d3eb717f84064fcd84f4e93',\
    '["authorization_code","refresh_token"]','["openid","email"]','ES256','implied',300,\
    'disabled');
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
      family_id TEXT
    ) STRICT;
    INSERT INTO code VALUES(1,\
    X'67b245eaa7c83c2d00ac1fb9f64a5e6f1a2a5efd60734bce1b3abeb1a376d2c3','web','u1',\
    'https://c.example/cb','["openid"]','n','c',1700000000000,1700000000000,1700000060000,'s',\
    NULL);
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
      revocation_reason TEXT
    ) STRICT;
    INSERT INTO family VALUES(1,'f','web','u1','["openid"]',1700000000000,1700010000000,\
    1700000000000,'n',NULL,NULL);
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
    INSERT INTO refresh VALUES(1,\
    X'7d8c64dad9d5177c17f9ab5b192e22feb73a44fd81c42fe8d83f0a715837ab9a',1,0,1700000000000,\
    1700001000000,NULL,1700000010000,\
    X'fa94660ec2a882ea0b0d57ada78b83de289fd1a6129936dbff1eca9aaf87b8df',X'7365616c6564',\
    1700000070000);
    INSERT INTO refresh VALUES(2,\
    X'fa94660ec2a882ea0b0d57ada78b83de289fd1a6129936dbff1eca9aaf87b8df',1,1,1700000010000,\
    1700001010000,X'7d8c64dad9d5177c17f9ab5b192e22feb73a44fd81c42fe8d83f0a715837ab9a',NULL,NULL,\
    NULL,NULL);
    CREATE TABLE once (
      key INTEGER PRIMARY KEY,
      namespace TEXT NOT NULL,
      name TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (namespace, name)
    ) STRICT;
    INSERT INTO once VALUES(1,'jti','k',1700000100000);
    CREATE TABLE attempt (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      count INTEGER NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    INSERT INTO attempt VALUES(1,'k',1,1700000060000);
    CREATE TABLE key_set (
      key INTEGER PRIMARY KEY CHECK (key = 1),
      version INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    INSERT INTO key_set VALUES(1,7,X'0102ff');
    CREATE TABLE consent (
      key INTEGER PRIMARY KEY,
      user_id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      scopes TEXT NOT NULL,
      UNIQUE (user_id, client_id)
    ) STRICT;
    INSERT INTO consent VALUES(1,'u1','web','["openid","email"]');
    CREATE TABLE login (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      user_id TEXT NOT NULL,
      auth_time INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO login VALUES(1,\
    X'f47f466a76d5bfc0be42f1f9ba8f98ce7bea09f88850221782bce030ffee35d7','u1',1700000000000,\
    1700000100000);
    CREATE TABLE user (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE,
      password_hash TEXT,
      claims TEXT NOT NULL,
      standing TEXT NOT NULL
    ) STRICT;
    INSERT INTO user VALUES(1,'u1','alice','$scrypt$ln=4,r=8,\
    p=1$c2FsdHNhbHRzYWx0$BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA','{"name":"Alice Ж",\
    "email_verified":true}','active');
    CREATE TABLE state (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO state VALUES('ping',1);
    CREATE INDEX code_expiry ON code (expires_at);
    CREATE INDEX code_client ON code (client_id) WHERE family_id IS NULL;
    CREATE INDEX code_user ON code (user_id) WHERE family_id IS NULL;
    CREATE INDEX family_expiry ON family (absolute_expiry);
    CREATE INDEX family_client ON family (client_id) WHERE revoked_at IS NULL;
    CREATE INDEX family_user ON family (user_id) WHERE revoked_at IS NULL;
    CREATE INDEX refresh_family ON refresh (family_key);
    CREATE INDEX refresh_expiry ON refresh (expires_at);
    CREATE INDEX once_expiry ON once (expires_at);
    CREATE INDEX attempt_expiry ON attempt (until);
    CREATE INDEX login_expiry ON login (expires_at);
    CREATE INDEX login_user ON login (user_id);
    """
}
