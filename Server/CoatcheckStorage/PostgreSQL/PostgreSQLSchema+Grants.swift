// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLSchema {
  /// Pushed requests and devices.
  static let grants = """
    CREATE TABLE pushed_request (
      digest bytea PRIMARY KEY,
      client_id text COLLATE "C" NOT NULL,
      parameters text NOT NULL,
      jkt text,
      expires_at bigint NOT NULL,
      kept_until bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX pushed_request_expiry ON pushed_request (kept_until);
    CREATE INDEX pushed_request_client ON pushed_request (client_id);

    CREATE TABLE device (
      digest bytea PRIMARY KEY,
      user_code bytea NOT NULL UNIQUE,
      client_id text COLLATE "C" NOT NULL,
      scopes text NOT NULL,
      context text,
      issued_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      pause bigint NOT NULL,
      polled_at bigint,
      state text NOT NULL,
      user_id text COLLATE "C",
      granted text,
      auth_time bigint,
      session_id text COLLATE "C",
      family_id text COLLATE "C"
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX device_expiry ON device (expires_at);
    CREATE INDEX device_client ON device (client_id);
    CREATE INDEX device_user ON device (user_id) WHERE user_id IS NOT NULL;
    """
}
