// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Stores entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/keepAudit(_:)``.
  public func keepAudit(_ entries: [AuditEntry]) async throws(StoreError) {
    for entry in entries { try entry.checkStorable() }
    try await write { database in
      for entry in entries {
        try database.change(
          """
          INSERT INTO audit (time, event, actor, subject, client, address, details)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          Bound.time(entry.time), Bound.text(entry.event), Bound.text(entry.actor),
          Bound.text(entry.subject), Bound.text(entry.client), Bound.text(entry.address),
          Bound.json(entry.storedDetails))
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
    return try await search { database in
      try database.all(
        """
        SELECT * FROM audit WHERE (?1 IS NULL OR event = ?1) AND (?2 IS NULL OR subject = ?2)
          AND (?3 IS NULL OR client = ?3) AND (?4 IS NULL OR key < ?4)
        ORDER BY key DESC LIMIT ?5
        """,
        Bound.text(filter.event), Bound.text(filter.subject), Bound.text(filter.client),
        Bound.integer(number), Bound.integer(max(limit, 0))
      ).map(AuditEntry.init(row:))
    }
  }

  /// Removes old entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/sweepAudit(before:limit:)``.
  public func sweepAudit(before moment: Date, limit: Int) async throws(StoreError) -> Int {
    try await write { database in
      try database.change(
        """
        DELETE FROM audit WHERE key IN (
          SELECT key FROM audit WHERE time < ? ORDER BY time, key LIMIT ?)
        """,
        Bound.time(moment), Bound.integer(max(limit, 0)))
    }
  }
}
