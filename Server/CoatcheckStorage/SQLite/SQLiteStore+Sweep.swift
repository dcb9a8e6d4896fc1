// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Removes expired records.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/sweep(limit:at:)``.
  public func sweep(limit: Int, at now: Date) async throws(StoreError) -> Sweep {
    try await write { database in
      let now = StoredTime(now)
      let guarding = try database.sweepGuard()
      // Counting scans every index, so it is done only when the clock is in doubt.
      let trusted = guarding.trusts(now)
      let expired = trusted ? 0 : try Sweeping.expired(database, at: now)
      let total = trusted ? 0 : try Sweeping.total(database)
      let (next, mayRemove) = guarding.judged(now, expired: expired, of: total)
      try database.save(next)
      guard mayRemove else { return .refused(expired: expired, of: total) }
      return .removed(try Sweeping.remove(upTo: max(limit, 0), from: database, at: now))
    }
  }

  /// Removes expired records, codes and pending logins.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/sweepSocial(limit:at:)``.
  public func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int {
    try await write { database in
      try Sweeping.remove(
        upTo: max(limit, 0), of: Sweeping.social, from: database, at: StoredTime(now))
    }
  }
}

/// The tables whose rows expire, in the order in which they are swept.
private enum Sweeping {
  struct Table: Sendable {
    let name: String
    var expiry = "expires_at"
    var order = "digest"
    var retention: TimeInterval = 0
    var extra = "1"
  }

  /// The tables of social logins.
  static let social = [
    Table(name: "record"),
    Table(name: "message_code", order: "purpose, kind, contact, scope"),
    Table(name: "pending"),
  ]

  static let tables =
    [
      Table(name: "login"),
      Table(name: "once", order: "namespace, name"),
      Table(name: "attempt", expiry: "until", order: "name"),
      Table(name: "pushed_request", expiry: "kept_until"),
    ] + social + [
      Table(name: "code", retention: SweepGuard.retention),
      Table(name: "device", retention: SweepGuard.retention),
      Table(name: "refresh", retention: SweepGuard.retention),
      // A family is removed once it has no token left, and its session with it.
      Table(
        name: "family", expiry: "absolute_expiry", order: "id", retention: SweepGuard.retention,
        extra: "NOT EXISTS (SELECT 1 FROM refresh WHERE refresh.family_key = family.key)"),
    ]

  static func expired(_ database: Database, at now: StoredTime) throws -> Int {
    try tables.reduce(0) { sum, table in
      try sum
        + database.count(
          "SELECT count(*) FROM \(table.name) WHERE \(table.expiry) <= ?",
          Bound.time(now.advanced(by: -table.retention)))
    }
  }

  static func total(_ database: Database) throws -> Int {
    try tables.reduce(0) { sum, table in
      try sum + database.count("SELECT count(*) FROM \(table.name)")
    }
  }

  static func remove(
    upTo limit: Int, of tables: [Table] = Sweeping.tables, from database: Database,
    at now: StoredTime
  ) throws -> Int {
    var left = limit
    for table in tables where left > 0 {
      left -= try database.change(
        """
        DELETE FROM \(table.name) WHERE key IN (
          SELECT key FROM \(table.name) WHERE \(table.expiry) <= ? AND \(table.extra)
          ORDER BY \(table.expiry), \(table.order) LIMIT ?)
        """,
        Bound.time(now.advanced(by: -table.retention)), Bound.integer(left))
    }
    return limit - left
  }
}

extension Database {
  fileprivate func sweepGuard() throws -> SweepGuard {
    SweepGuard(believed: try state("sweep_believed"), suspect: try state("sweep_suspect"))
  }

  fileprivate func save(_ guarding: SweepGuard) throws {
    try set("sweep_believed", guarding.believed)
    try set("sweep_suspect", guarding.suspect)
  }

  private func state(_ name: String) throws -> StoredTime? {
    try first("SELECT value FROM state WHERE name = ?", Bound.text(name))?.time("value")
  }

  private func set(_ name: String, _ time: StoredTime?) throws {
    guard let time else {
      try change("DELETE FROM state WHERE name = ?", Bound.text(name))
      return
    }
    try change(
      """
      INSERT INTO state (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      Bound.text(name), Bound.time(time))
  }
}
