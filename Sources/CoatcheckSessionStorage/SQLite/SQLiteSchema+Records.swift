// SPDX-License-Identifier: Apache-2.0

extension SQLiteSchema {
  /// The tables of ``SQLiteRecords``. Index values are bytes, since a text is cut at a NUL.
  static let records = SQLiteSchema(
    applicationID: 0x436F_6174, content: "sessions of clients",
    steps: [
      """
      CREATE TABLE record (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        found_by BLOB NOT NULL,
        content BLOB NOT NULL
      ) STRICT;

      CREATE TABLE record_index (
        name TEXT NOT NULL,
        value BLOB NOT NULL,
        key TEXT NOT NULL,
        PRIMARY KEY (name, value, key)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE damaged_record (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        found_by BLOB NOT NULL,
        content BLOB NOT NULL
      ) STRICT;
      """
    ])
}
