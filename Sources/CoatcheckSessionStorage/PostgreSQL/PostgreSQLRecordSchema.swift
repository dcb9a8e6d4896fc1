// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import CoatcheckPostgreSQL

/// The tables of ``PostgreSQLRecords``, as numbered migration steps.
enum PostgreSQLRecordSchema {
  static func tables(in schema: String) -> PostgreSQLTables {
    PostgreSQLTables(
      schema: schema,
      steps: [PostgreSQLTables.Step(version: 1, oldestProgram: 1, statements: step1)],
      lock: 0x436F_6174_7265_6364)
  }

  // Texts are compared byte by byte. The fillfactor leaves room for the new row of a refresh on the same
  // page, so that no index is updated.
  private static let step1 = """
    CREATE TABLE record (
      key text COLLATE "C" PRIMARY KEY,
      entries bytea NOT NULL,
      content bytea NOT NULL
    ) WITH (fillfactor = 80);

    CREATE TABLE record_entry (
      entry bytea NOT NULL,
      key text COLLATE "C" NOT NULL,
      PRIMARY KEY (entry, key)
    );

    CREATE INDEX record_entry_key ON record_entry (key);

    CREATE TABLE damaged_record (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text NOT NULL,
      entries bytea NOT NULL,
      content bytea NOT NULL
    )
    """
}
