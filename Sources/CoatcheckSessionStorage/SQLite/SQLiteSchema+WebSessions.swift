// SPDX-License-Identifier: Apache-2.0

extension SQLiteSchema {
  /// The tables of ``SQLiteWebSessions``. Times are microseconds since 1970.
  static let webSessions = SQLiteSchema(
    applicationID: 0x436F_6177, content: "the sessions of a website",
    steps: [
      """
      CREATE TABLE web_session (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        provider_session TEXT,
        user_hash TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL,
        idles_at INTEGER NOT NULL,
        version INTEGER NOT NULL,
        content BLOB NOT NULL
      ) STRICT;

      CREATE INDEX web_session_provider_session
        ON web_session (provider_session, started_at) WHERE provider_session IS NOT NULL;
      CREATE INDEX web_session_user_hash ON web_session (user_hash, started_at);
      CREATE INDEX web_session_over ON web_session (min(ends_at, idles_at));

      CREATE TABLE ended_group (
        kind TEXT NOT NULL,
        hash TEXT NOT NULL,
        started_before INTEGER NOT NULL,
        until INTEGER NOT NULL,
        PRIMARY KEY (kind, hash, started_before)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX ended_group_until ON ended_group (until);

      CREATE TABLE claimed (
        id TEXT NOT NULL PRIMARY KEY,
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX claimed_until ON claimed (until);
      """
    ])
}
