// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The audit log. It is read with the newest entry first, and old entries are removed.
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
