// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Pushed requests and devices.
  static let grants = """
    CREATE TABLE pushed_request (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      client_id TEXT NOT NULL,
      parameters TEXT NOT NULL,
      jkt TEXT,
      expires_at INTEGER NOT NULL,
      kept_until INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pushed_request_expiry ON pushed_request (kept_until);
    CREATE INDEX pushed_request_client ON pushed_request (client_id);

    CREATE TABLE device (
      key INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      user_code BLOB NOT NULL UNIQUE,
      client_id TEXT NOT NULL,
      scopes TEXT NOT NULL,
      context TEXT,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      interval INTEGER NOT NULL,
      polled_at INTEGER,
      state TEXT NOT NULL,
      user_id TEXT,
      granted TEXT,
      auth_time INTEGER,
      session_id TEXT,
      family_id TEXT
    ) STRICT;
    CREATE INDEX device_expiry ON device (expires_at);
    CREATE INDEX device_client ON device (client_id);
    CREATE INDEX device_user ON device (user_id) WHERE user_id IS NOT NULL;
    """
}
