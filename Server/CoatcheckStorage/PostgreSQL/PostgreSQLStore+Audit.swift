// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Stores entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/keepAudit(_:)``.
  public func keepAudit(_ entries: [AuditEntry]) async throws(StoreError) {
    for entry in entries { try entry.checkStorable() }
    try await write { database in
      for entry in entries {
        database.later(
          """
          INSERT INTO audit (time, event, actor, subject, client, address, details)
          VALUES ($1, $2, $3, $4, $5, $6, $7)
          """,
          .time(entry.time), .text(entry.event), .text(entry.actor), .text(entry.subject),
          .text(entry.client), .text(entry.address), .json(entry.storedDetails))
      }
    }
  }

  /// Lists entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/audit(_:before:limit:)``.
  public func audit(
    _ filter: AuditFilter, before number: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    let texts = [filter.event, filter.subject, filter.client].compactMap(\.self)
    guard StoredText.accepts(texts) else { return [] }
    return try await read { database in
      try database.all(
        """
        SELECT \(Columns.audit) FROM audit
        WHERE ($1 IS NULL OR event = $1) AND ($2 IS NULL OR subject = $2)
          AND ($3 IS NULL OR client = $3) AND ($4 IS NULL OR key < $4)
        ORDER BY key DESC LIMIT $5
        """,
        .text(filter.event), .text(filter.subject), .text(filter.client), .integer(number),
        .integer(max(limit, 0))
      ).map { try AuditEntry(row: $0.stored) }
    }
  }

  /// Removes old entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/sweepAudit(before:limit:)``.
  public func sweepAudit(before moment: Date, limit: Int) async throws(StoreError) -> Int {
    try await statement { database in
      try database.change(
        """
        WITH chosen AS MATERIALIZED (
          SELECT key FROM audit WHERE time < $1 ORDER BY time, key LIMIT $2
          FOR UPDATE SKIP LOCKED)
        DELETE FROM audit USING chosen WHERE audit.key = chosen.key
        """,
        .time(moment), .integer(max(limit, 0)))
    }
  }
}
