// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Removes expired records.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/sweep(limit:at:)``.
  public func sweep(limit: Int, at now: Date) async throws(StoreError) -> Sweep {
    let now = StoredTime(now)
    // The time is remembered also if counting takes longer than a statement may.
    try await write { database in
      database.lock(.sweep)
      let guarding = try database.sweepGuard()
      if !guarding.trusts(now) { database.save(guarding.suspecting(now)) }
    }
    return try await write { database in
      // Only one server sweeps at a time: they would wait for each other's rows.
      database.lock(.sweep)
      let guarding = try database.sweepGuard()
      // Counting scans every index, so it is done only when the clock is in doubt.
      let trusted = guarding.trusts(now)
      let expired = trusted ? 0 : try Sweeping.expired(database, at: now)
      let total = trusted ? 0 : try Sweeping.total(database)
      let (next, mayRemove) = guarding.judged(now, expired: expired, of: total)
      database.save(next)
      guard mayRemove else { return .refused(expired: expired, of: total) }
      return .removed(
        try Sweeping.remove(upTo: max(limit, 0), of: Sweeping.tables, from: database, at: now))
    }
  }

  /// Removes expired records, codes and pending logins.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/sweepSocial(limit:at:)``.
  public func sweepSocial(limit: Int, at now: Date) async throws(StoreError) -> Int {
    try await write { database in
      database.lock(.sweep)
      return try Sweeping.remove(
        upTo: max(limit, 0), of: Sweeping.social, from: database, at: StoredTime(now))
    }
  }
}

/// The tables whose rows expire, in the order in which they are swept.
private enum Sweeping {
  struct Table: Sendable {
    let name: String
    var expiry = "expires_at"
    var key = "digest"
    var order = "digest"
    var retention: TimeInterval = 0
    var extra = "true"
  }

  /// The tables of social logins.
  static let social = [
    Table(name: "one_time_record"),
    Table(name: "message_code", key: "key", order: "purpose, kind, contact, scope"),
    Table(name: "pending"),
  ]

  static let tables =
    [
      Table(name: "login"),
      Table(name: "once", key: "key", order: "namespace, name"),
      Table(name: "attempt", expiry: "until", key: "key", order: "name"),
      Table(name: "pushed_request", expiry: "kept_until"),
    ] + social + [
      Table(name: "code", retention: SweepGuard.retention),
      Table(name: "device", retention: SweepGuard.retention),
      Table(name: "refresh", retention: SweepGuard.retention),
      // A family is removed once it has no token left, and its session with it.
      Table(
        name: "family", expiry: "absolute_expiry", key: "key", order: "id",
        retention: SweepGuard.retention,
        extra: "NOT EXISTS (SELECT 1 FROM refresh WHERE refresh.family_key = family.key)"),
    ]

  static func expired(_ database: PostgreSQLConnection, at now: StoredTime) throws -> Int {
    try tables.reduce(0) { sum, table in
      try sum
        + database.count(
          "SELECT count(*) AS count FROM \(table.name) WHERE \(table.expiry) <= $1",
          .time(now.advanced(by: -table.retention)))
    }
  }

  static func total(_ database: PostgreSQLConnection) throws -> Int {
    try tables.reduce(0) { sum, table in
      try sum + database.count("SELECT count(*) AS count FROM \(table.name)")
    }
  }

  /// Removes expired rows. Rows that other transactions have locked are left for the next sweep.
  ///
  /// The rows are selected once, before any is deleted: a subquery may run again for each row of the table,
  /// would skip deleted rows, and so would select more than the limit.
  static func remove(
    upTo limit: Int, of tables: [Table], from database: PostgreSQLConnection, at now: StoredTime
  ) throws -> Int {
    var left = limit
    for table in tables where left > 0 {
      left -= try database.change(
        """
        WITH chosen AS MATERIALIZED (
          SELECT \(table.key) FROM \(table.name) WHERE \(table.expiry) <= $1 AND \(table.extra)
          ORDER BY \(table.expiry), \(table.order) LIMIT $2 FOR UPDATE SKIP LOCKED)
        DELETE FROM \(table.name) USING chosen WHERE \(table.name).\(table.key) = chosen.\(table.key)
        """,
        .time(now.advanced(by: -table.retention)), .integer(left))
    }
    return limit - left
  }
}

extension PostgreSQLConnection {
  fileprivate func sweepGuard() throws -> SweepGuard {
    var times: [String: StoredTime] = [:]
    for row in try all("SELECT name, value FROM state WHERE name LIKE 'sweep%'") {
      times[try row.stored.text("name")] = try row.stored.time("value")
    }
    return SweepGuard(believed: times["sweep_believed"], suspect: times["sweep_suspect"])
  }

  fileprivate func save(_ guarding: SweepGuard) {
    set("sweep_believed", guarding.believed)
    set("sweep_suspect", guarding.suspect)
  }

  private func set(_ name: String, _ time: StoredTime?) {
    guard let time else { return later("DELETE FROM state WHERE name = $1", .text(name)) }
    later(
      """
      INSERT INTO state (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      .text(name), .time(time))
  }
}
