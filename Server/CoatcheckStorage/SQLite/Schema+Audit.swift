// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The audit log. It is read backwards, newest first, and what is old goes.
  static let audit = """
    CREATE TABLE audit (
      key INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      event TEXT NOT NULL,
      actor TEXT,
      subject TEXT,
      client TEXT,
      address TEXT,
      details TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_time ON audit (time);
    """
}
