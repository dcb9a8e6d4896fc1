// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckPostgreSQL

/// The tables of a ``PostgreSQLStore``, and their migration steps.
///
/// Texts are compared byte by byte (`COLLATE "C"`). Where texts of any length are the key, the key is their
/// SHA-256: an entry of an index has at most 2,704 bytes.
package enum PostgreSQLSchema {
  /// The steps in their order.
  static let steps = [
    PostgreSQLTables.Step(
      version: 1, oldestProgram: 1, statements: tables + social + grants + audit)
  ]

  /// The tables in a schema.
  static func tables(
    in schema: String, _ steps: [PostgreSQLTables.Step] = steps
  ) -> PostgreSQLTables {
    PostgreSQLTables(schema: schema, steps: steps, lock: NamedLock.schema.number)
  }

  /// The tables with the data of users and clients, without those that describe the store itself.
  package static let contents = [
    "client", "code", "refresh", "session", "family", "once", "attempt", "key_set", "consent",
    "login",
    "users", "state", "one_time_record", "message_code", "pending", "link", "contact",
    "password_history", "presence", "removed_user", "pushed_request", "device", "audit",
  ]

  static let tables = """
    CREATE TABLE client (
      id text COLLATE "C" PRIMARY KEY,
      name text COLLATE "C" NOT NULL,
      redirect_uris text NOT NULL,
      authentication_method text NOT NULL,
      secret_digest bytea,
      grant_types text NOT NULL,
      scopes text NOT NULL,
      id_token_algorithm text NOT NULL,
      consent text NOT NULL,
      access_token_lifetime bigint,
      standing text NOT NULL,
      metadata text NOT NULL,
      registration_token bytea,
      registered_at bigint
    );

    CREATE TABLE code (
      digest bytea PRIMARY KEY,
      client_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      redirect_uri text NOT NULL,
      scopes text NOT NULL,
      nonce text,
      code_challenge text NOT NULL,
      auth_time bigint NOT NULL,
      issued_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      session_id text COLLATE "C",
      family_id text COLLATE "C",
      context text
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX code_expiry ON code (expires_at);
    CREATE INDEX code_client ON code (client_id);
    CREATE INDEX code_user ON code (user_id);

    CREATE TABLE family (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text COLLATE "C" NOT NULL UNIQUE,
      client_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      scopes text NOT NULL,
      created_at bigint NOT NULL,
      absolute_expiry bigint NOT NULL,
      auth_time bigint NOT NULL,
      nonce text,
      revoked_at bigint,
      revocation_reason text,
      session_id text COLLATE "C",
      context text
    ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX family_expiry ON family (absolute_expiry);
    CREATE INDEX family_client ON family (client_id) WHERE revoked_at IS NULL;
    CREATE INDEX family_user ON family (user_id);
    CREATE INDEX family_session ON family (session_id)
      WHERE session_id IS NOT NULL AND revoked_at IS NULL;

    CREATE TABLE refresh (
      digest bytea PRIMARY KEY,
      family_key bigint NOT NULL REFERENCES family (key),
      generation bigint NOT NULL,
      issued_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      predecessor bytea,
      spent_at bigint,
      successor bytea,
      sealed bytea,
      window_until bigint
    ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX refresh_family ON refresh (family_key);
    CREATE INDEX refresh_expiry ON refresh (expires_at);

    CREATE TABLE once (
      key bytea PRIMARY KEY,
      namespace text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      expires_at bigint NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX once_expiry ON once (expires_at);

    CREATE TABLE attempt (
      key bytea PRIMARY KEY,
      name text COLLATE "C" NOT NULL,
      count bigint NOT NULL,
      until bigint NOT NULL
    ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX attempt_expiry ON attempt (until);

    CREATE TABLE key_set (
      key bigint PRIMARY KEY CHECK (key = 1),
      version bigint NOT NULL,
      sealed bytea NOT NULL
    );

    CREATE TABLE consent (
      user_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      scopes text NOT NULL,
      PRIMARY KEY (user_id, client_id)
    );
    CREATE INDEX consent_client ON consent (client_id);

    CREATE TABLE login (
      digest bytea PRIMARY KEY,
      user_id text COLLATE "C" NOT NULL,
      auth_time bigint NOT NULL,
      expires_at bigint NOT NULL,
      sid text COLLATE "C"
    ) WITH (autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX login_expiry ON login (expires_at);
    CREATE INDEX login_user ON login (user_id);

    CREATE TABLE users (
      id text COLLATE "C" PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      password_hash text COLLATE "C",
      claims text NOT NULL,
      standing text NOT NULL,
      searched bytea NOT NULL
    );

    CREATE TABLE state (
      name text COLLATE "C" PRIMARY KEY,
      value bigint NOT NULL
    );
    """
}
