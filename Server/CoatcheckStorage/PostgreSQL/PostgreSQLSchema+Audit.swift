// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLSchema {
  /// The audit log. It is read with the newest entry first, and old entries are removed.
  static let audit = """
    CREATE TABLE audit (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      time bigint NOT NULL,
      event text COLLATE "C" NOT NULL,
      actor text,
      subject text COLLATE "C",
      client text COLLATE "C",
      address text,
      details text NOT NULL
    );
    CREATE INDEX audit_time ON audit (time);
    """
}
