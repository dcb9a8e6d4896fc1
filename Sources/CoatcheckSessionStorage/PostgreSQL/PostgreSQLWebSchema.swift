// SPDX-License-Identifier: Apache-2.0

import CoatcheckPostgreSQL

/// The tables of ``PostgreSQLWebSessions``, as numbered migration steps. Times are microseconds since 1970.
enum PostgreSQLWebSchema {
  static func tables(in schema: String) -> PostgreSQLTables {
    PostgreSQLTables(
      schema: schema,
      steps: [PostgreSQLTables.Step(version: 1, oldestProgram: 1, statements: step1)],
      lock: 0x436F_6174_7765_6273)
  }

  // Texts are compared byte by byte. The fillfactor leaves room for the new row of a changed content on the
  // same page, so that no index is updated.
  private static let step1 = """
    CREATE TABLE web_session (
      key text COLLATE "C" PRIMARY KEY,
      provider_session text COLLATE "C",
      user_hash text COLLATE "C" NOT NULL,
      started_at bigint NOT NULL,
      ends_at bigint NOT NULL,
      idles_at bigint NOT NULL,
      version bigint NOT NULL,
      content bytea NOT NULL
    ) WITH (fillfactor = 80);

    CREATE INDEX web_session_provider_session
      ON web_session (provider_session, started_at) WHERE provider_session IS NOT NULL;
    CREATE INDEX web_session_user_hash ON web_session (user_hash, started_at);
    CREATE INDEX web_session_over ON web_session (least(ends_at, idles_at));

    CREATE TABLE ended_group (
      kind text COLLATE "C" NOT NULL,
      hash text COLLATE "C" NOT NULL,
      started_before bigint NOT NULL,
      until bigint NOT NULL,
      PRIMARY KEY (kind, hash, started_before)
    );

    CREATE INDEX ended_group_until ON ended_group (until);

    CREATE TABLE claimed (
      id text COLLATE "C" PRIMARY KEY,
      until bigint NOT NULL
    );

    CREATE INDEX claimed_until ON claimed (until)
    """
}
