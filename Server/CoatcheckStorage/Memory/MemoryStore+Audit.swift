// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Stores entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/keepAudit(_:)``.
  public func keepAudit(_ entries: [AuditEntry]) async throws(StoreError) {
    for entry in entries { try entry.checkStorable() }
    try transaction { state in
      for entry in entries {
        let number = (state.audit.last?.number ?? 0) + 1
        state.audit.append(entry.stored(number, at: StoredTime(entry.time).date))
      }
    }
  }

  /// Lists entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/audit(_:before:limit:)``.
  public func audit(
    _ filter: AuditFilter, before number: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    let isMeant = { (wanted: String?, found: String?) in
      wanted.map { wanted in found.map { ByteKey($0) } == ByteKey(wanted) } ?? true
    }
    return try transaction { state in
      let entries = state.audit.reversed().lazy.filter { entry in
        isMeant(filter.event, entry.event) && isMeant(filter.subject, entry.subject)
          && isMeant(filter.client, entry.client) && entry.number < number ?? .max
      }
      return Array(entries.prefix(max(limit, 0)))
    }
  }

  /// Removes old entries of the audit log.
  ///
  /// See ``/CoatcheckAccounts/AdministrationStore/sweepAudit(before:limit:)``.
  public func sweepAudit(before moment: Date, limit: Int) async throws(StoreError) -> Int {
    try transaction { state in
      let old = state.audit.filter { StoredTime($0.time) < StoredTime(moment) }
        .sorted { ($0.time, $0.number) < ($1.time, $1.number) }
        .prefix(max(limit, 0))
      let numbers = Set(old.map(\.number))
      state.audit.removeAll { numbers.contains($0.number) }
      return numbers.count
    }
  }
}
