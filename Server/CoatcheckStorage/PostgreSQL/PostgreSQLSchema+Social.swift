// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLSchema {
  /// Social logins: pending logins, links, contacts and sessions.
  static let social = """
    CREATE TABLE one_time_record (
      digest bytea PRIMARY KEY,
      kind text COLLATE "C" NOT NULL,
      content text NOT NULL,
      expires_at bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX one_time_record_expiry ON one_time_record (expires_at);

    CREATE TABLE message_code (
      key bytea PRIMARY KEY,
      purpose text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      contact text COLLATE "C" NOT NULL,
      scope text COLLATE "C" NOT NULL,
      digest bytea NOT NULL,
      device text NOT NULL,
      sent_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      tries bigint NOT NULL
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX message_code_expiry ON message_code (expires_at);
    CREATE INDEX message_code_scope ON message_code (scope);
    CREATE INDEX message_code_contact ON message_code (contact);

    CREATE TABLE pending (
      digest bytea PRIMARY KEY,
      identity bytea NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      device text NOT NULL,
      provider text COLLATE "C" NOT NULL,
      app text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      purpose text NOT NULL,
      nickname text,
      avatar text,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      wrong_codes bigint NOT NULL,
      proved_kind text COLLATE "C",
      proved text COLLATE "C"
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX pending_expiry ON pending (expires_at);
    CREATE INDEX pending_identity ON pending (identity);
    CREATE INDEX pending_proved ON pending (proved) WHERE proved IS NOT NULL;

    CREATE TABLE link (
      id text COLLATE "C" PRIMARY KEY,
      identity bytea NOT NULL UNIQUE,
      provider text COLLATE "C" NOT NULL,
      app text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      nickname text,
      avatar text,
      created_at bigint NOT NULL,
      last_used_at bigint NOT NULL,
      revoked_upstream_at bigint,
      UNIQUE (user_id, provider)
    ) WITH (fillfactor = 80);

    CREATE TABLE contact (
      kind text COLLATE "C" NOT NULL,
      value text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      proved_at bigint NOT NULL,
      PRIMARY KEY (value, kind)
    );
    CREATE INDEX contact_user ON contact (user_id);

    CREATE TABLE session (
      family_key bigint PRIMARY KEY REFERENCES family (key) ON DELETE CASCADE,
      device text NOT NULL,
      methods text NOT NULL,
      link_id text COLLATE "C"
    );

    CREATE TABLE password_history (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id text COLLATE "C" NOT NULL,
      password_hash text NOT NULL
    );
    CREATE INDEX password_history_user ON password_history (user_id);

    CREATE TABLE presence (
      user_id text COLLATE "C" PRIMARY KEY,
      seen_at bigint NOT NULL
    ) WITH (fillfactor = 80);

    CREATE TABLE removed_user (
      id text COLLATE "C" PRIMARY KEY
    );
    """
}
