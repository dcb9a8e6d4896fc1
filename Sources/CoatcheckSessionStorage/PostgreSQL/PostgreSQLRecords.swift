// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
package import CoatcheckPostgreSQL

/// A record store in a PostgreSQL database: for an application whose servers run on more than one machine.
///
/// - When ``write(_:)`` returns, the record is on the database's disk, and on the standbys that
///   `synchronous_standby_names` names.
/// - A lock holds for all programs on all machines, and is free as soon as the one that holds it has died: within
///   half a minute when its machine or the network is gone.
/// - What is written under a lock is written by the connection that holds it. If that connection breaks, the write
///   fails, and the refresh is repeated as after a crash.
/// - The records are not encrypted there; `SealedRecords` around this store encrypts them.
///
/// The tables are in a schema of their own, which is made on the first start. Locks need a session of their own: a
/// pooler between the app and the database has to be in session mode.
public final class PostgreSQLRecords: RecordStore {
  /// Whether the certificate of the database's server is checked.
  public enum Verification: Sendable {
    /// `sslmode=verify-full`, unless the database is reached by a Unix socket or a loopback address.
    case required
    /// As the connection string says, also when that is weak: then any machine on the way may read and
    /// change everything.
    case asTheStringSays
  }

  /// The database and the schema, without a password.
  public var place: StoreLocation { database.place }
  private let database: PostgreSQLDatabase

  /// Opens the store, and makes its tables in a schema that has none yet.
  ///
  /// - Parameters:
  ///   - connection: `postgresql://…`. What it leaves out comes from the `PG*` variables and the password file:
  ///     [libpq](https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
  ///   - schema: The schema with the tables: lower-case letters, digits and `_`.
  ///   - verification: Whether the certificate of the database's server is checked.
  ///   - connections: The maximum number of connections, at least 2. Half of them hold locks and write.
  ///   - environment: The timer for waiting while another program holds an account's lock.
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
  ///
  /// - Parameters:
  ///   - index: The index values; empty for all records.
  ///   - after: Only keys greater than this one; nil for all.
  ///   - limit: The maximum number of keys; nil for no limit.
  /// - Throws: `OAuthError` with `storeFailed` when the database cannot be used, and `storeDamaged` when
  ///   the tables are damaged.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    try await database.run(.reading) {
      try $0.keys(where: RecordEntries(index), after: after ?? "", limit: limit ?? .max)
    }
  }

  /// The content of a record; nil when it is unknown.
  ///
  /// - Parameter key: The key of the record. A text that is no key is unknown.
  /// - Throws: As ``keys(where:after:limit:)``.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    guard RecordKey.isValid(key) else { return nil }
    return try await database.run(.reading) { try $0.content(of: key) }
  }

  /// Stores a record durably, in place of the one with the same key.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when the database cannot be reached or the connection broke,
  ///   and `misused` when the key is not 1 to 64 lower-case letters and digits. The earlier record is still
  ///   there then, unless the connection broke while the response was on its way: then it may be either.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    try RecordKey.check(record)
    try await locked(record.key) { lock in
      // Nearly every write is a refresh, which changes no index value.
      if try await lock.run(.statement, { try $0.replaceContent(by: record) }).get() { return }
      try await lock.run(.transaction) { try $0.write(record) }.get()
    }
  }

  /// Removes a record. An unknown record is not an error.
  ///
  /// - Parameter key: The key of the record.
  /// - Throws: `OAuthError` with `storeFailed` when the database cannot be used or the lock of the record
  ///   cannot be had. The record may have been removed if the connection broke while the response was on
  ///   its way.
  public func remove(_ key: String) async throws(OAuthError) {
    guard RecordKey.isValid(key) else { return }
    try await locked(key) { lock in
      try await lock.run(.statement) { try $0.removeRecord(key) }.get()
    }
  }

  /// Moves a damaged record to the table `damaged_record`, if its content is still the one that was read.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - content: The content that was read, in bytes.
  /// - Returns: The row that it was moved to, for the operator; nil when it was left alone.
  /// - Throws: `OAuthError` with `storeFailed` when the database cannot be used.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    guard RecordKey.isValid(key) else { return nil }
    // One transaction compares and moves, so no lock is needed.
    let row = try await database.run(.transaction) { try $0.setAside(key, ifStill: content) }
    return row.map { "row \($0) of the table damaged_record in \(place.location)" }
  }

  /// The database, and the key.
  public func location(of key: String) -> String { "\(key) in \(place.location)" }

  /// Runs `body` while no other caller, in any program on any machine, holds the same lock of these records.
  ///
  /// - Parameters:
  ///   - lock: The lock. A body may take the lock again that it holds.
  ///   - body: What runs under the lock.
  /// - Throws: The error of `body`; `OAuthError` with `storeFailed` when the lock cannot be had in time,
  ///   and with `cancelled` when the task is cancelled while it waits.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await database.locks.withLock(lock) { _ in try await body() }
  }

  /// Waits for the reads that run, and closes the connections. Every function throws `storeFailed` from now
  /// on, and locks that are held are released.
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
