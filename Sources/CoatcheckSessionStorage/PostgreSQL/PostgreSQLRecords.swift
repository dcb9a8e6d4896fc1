// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
package import CoatcheckPostgreSQL

/// Records in a PostgreSQL database: for an app whose servers run on more than one machine.
///
/// - What ``write(_:)`` returned from is on the database's disk, and on its standbys as far as
///   `synchronous_standby_names` says.
/// - A lock holds for all programs on all machines, and is free as soon as the one that holds it has died: within
///   half a minute when its machine or the network is gone.
/// - What is written under a lock is written by the connection that holds it. If that connection breaks, the write
///   fails, and the refresh is repeated as after a crash.
/// - The records are in the clear there; `SealedRecords` over these encrypts them.
///
/// The tables are in a schema of their own, which is made on the first start. Locks need a session of their own: a
/// pooler between the app and the database has to be in session mode.
public final class PostgreSQLRecords: RecordStore {
  /// Whether the certificate of the database's server is checked.
  public enum Verification: Sendable {
    /// `sslmode=verify-full`, unless the database is reached by a Unix socket or a loopback address.
    case required
    /// What the connection string says, however weak: any machine on the road may read and change everything.
    case asTheStringSays
  }

  /// The database and the schema, without a password.
  public var place: StoreLocation { database.place }
  private let database: PostgreSQLDatabase

  /// Opens the records, and makes their tables in a schema that has none yet.
  ///
  /// - Parameters:
  ///   - connection: `postgresql://…`. What it leaves out comes from the `PG*` variables and the password file:
  ///     [libpq](https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
  ///   - schema: The schema with the tables: lower-case letters, digits and `_`.
  ///   - verification: Whether the certificate of the database's server is checked.
  ///   - connections: The maximum number of connections, at least 2. Half of them hold locks and write.
  ///   - environment: What waits while another program has an account's lock.
  /// - Throws: `OAuthError` with `storeFailed` when the text cannot be read, the connection would not be verified,
  ///   the database does not answer, or its settings let acknowledged changes be lost; `storeDamaged` when the
  ///   tables are not the ones of this store. The reason says what to do.
  public convenience init(
    _ connection: String, schema: String = "coatcheck_sessions",
    verification: Verification = .required, connections: Int = 8,
    environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) {
    let place = try PostgreSQLDatabase.place(
      connection, schema: schema, verification: verification, connections: connections)
    try await self.init(place, schema: schema, environment: environment)
  }

  package init(
    _ place: PostgreSQLPlace, schema: String, environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) {
    database = try await PostgreSQLDatabase(
      place, schema: schema, tables: PostgreSQLRecordSchema.tables(in: schema),
      environment: environment)
  }

  /// The keys of the records with these index values, in ascending order.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    try await database.run(.reading) {
      try $0.keys(where: RecordEntries(index), after: after ?? "", limit: limit ?? .max)
    }
  }

  /// The content of a record; nil when it is unknown.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    guard RecordKey.isValid(key) else { return nil }
    return try await database.run(.reading) { try $0.content(of: key) }
  }

  /// Keeps a record durably.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when the database cannot be reached or the connection broke, and
  ///   `misused` when the key is not one. What was kept before is still there then, unless the connection broke
  ///   while the answer was on its way: then it may be either.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    try RecordKey.check(record)
    try await locked(record.key) { lock in
      // Nearly every write is a refresh, which changes no index value.
      if try await lock.run(.statement, { try $0.replaceContent(by: record) }).get() { return }
      try await lock.run(.transaction) { try $0.write(record) }.get()
    }
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    guard RecordKey.isValid(key) else { return }
    try await locked(key) { lock in
      try await lock.run(.statement) { try $0.removeRecord(key) }.get()
    }
  }

  /// Moves a damaged record to the table `damaged_record`.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    guard RecordKey.isValid(key) else { return nil }
    // One transaction looks and moves, so no lock is needed.
    let row = try await database.run(.transaction) { try $0.setAside(key, ifStill: content) }
    return row.map { "row \($0) of the table damaged_record in \(place.location)" }
  }

  /// The database, and the key.
  public func location(of key: String) -> String { "\(key) in \(place.location)" }

  /// Runs `body` while no other caller, in any program on any machine, holds the same lock of these records.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await database.locks.withLock(lock) { _ in try await body() }
  }

  /// Waits for the reads that run, and closes the connections. Everything fails from now on, and locks that are
  /// held are free.
  public func close() async {
    await database.close()
  }

  private func locked(
    _ key: String, _ body: @Sendable (AdvisoryLock) async throws -> Void
  ) async throws(OAuthError) {
    do {
      try await database.locks.withLock(.record(key), body)
    } catch {
      throw OAuthError.postgreSQL(error)
    }
  }
}
