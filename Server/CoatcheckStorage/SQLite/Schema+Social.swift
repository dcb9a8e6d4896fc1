// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Social logins: pending logins, links, contacts and sessions.
  ///
  /// A session is found by its family, and a user's sessions by all families of the user, including revoked
  /// ones: each additional index is one more page that every login writes.
  static let social = """
    CREATE TABLE record (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      content TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX record_expiry ON record (expires_at);

    CREATE TABLE message_code (
      key INTEGER PRIMARY KEY,
      purpose TEXT NOT NULL,
      kind TEXT NOT NULL,
      contact TEXT NOT NULL,
      scope TEXT NOT NULL,
      digest BLOB NOT NULL,
      device TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      UNIQUE (kind, contact, purpose, scope)
    ) STRICT;
    CREATE INDEX message_code_expiry ON message_code (expires_at);
    CREATE INDEX message_code_scope ON message_code (scope);

    CREATE TABLE pending (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      client_id TEXT NOT NULL,
      device TEXT NOT NULL,
      provider TEXT NOT NULL,
      app TEXT NOT NULL,
      subject TEXT NOT NULL,
      purpose TEXT NOT NULL,
      nickname TEXT,
      avatar TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      wrong_codes INTEGER NOT NULL,
      proved_kind TEXT,
      proved TEXT
    ) STRICT;
    CREATE INDEX pending_expiry ON pending (expires_at);
    CREATE INDEX pending_identity ON pending (subject, app, provider);
    CREATE INDEX pending_proved ON pending (proved) WHERE proved IS NOT NULL;

    CREATE TABLE link (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      provider TEXT NOT NULL,
      app TEXT NOT NULL,
      subject TEXT NOT NULL,
      user_id TEXT NOT NULL,
      nickname TEXT,
      avatar TEXT,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      revoked_upstream_at INTEGER,
      UNIQUE (subject, app, provider),
      UNIQUE (user_id, provider)
    ) STRICT;

    CREATE TABLE contact (
      key INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      user_id TEXT NOT NULL,
      proved_at INTEGER NOT NULL,
      UNIQUE (value, kind)
    ) STRICT;
    CREATE INDEX contact_user ON contact (user_id);

    CREATE TABLE session (
      family_key INTEGER PRIMARY KEY REFERENCES family (key) ON DELETE CASCADE,
      device TEXT NOT NULL,
      methods TEXT NOT NULL,
      link_id TEXT
    ) STRICT;

    CREATE TABLE password_history (
      key INTEGER PRIMARY KEY,
      user_id TEXT NOT NULL,
      password_hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX password_history_user ON password_history (user_id);

    CREATE TABLE presence (
      key INTEGER PRIMARY KEY,
      user_id TEXT NOT NULL UNIQUE,
      seen_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE removed_user (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE
    ) STRICT;
    """
}
