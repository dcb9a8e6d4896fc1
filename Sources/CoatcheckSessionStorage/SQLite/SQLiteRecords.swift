// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// A record store in one SQLite file: for a server with many accounts, and any number of processes on one
/// machine.
///
/// - Only their owner can read the file and what SQLite puts beside it (mode 0600). The records are
///   not encrypted there; `SealedRecords` around this store encrypts them.
/// - When ``write(_:)`` returns, the record is on the disk (WAL, `synchronous=FULL`); writes that wait at
///   the same time share one commit. Reads continue beside writes.
/// - Records are found by their index values without reading other records.
/// - The locks of accounts are in the folder `….locks` beside the file.
///
/// Put the file on a local disk: SQLite's locks do not hold on network file systems. To copy it
/// while it is in use, take `sqlite3 FILE '.backup COPY'`: the newest records may be in the log
/// beside it.
public final class SQLiteRecords: RecordStore {
  /// The path of the file.
  public let path: String
  private let database: SQLiteDatabase
  private let locks: LockFolder

  /// Opens the file, or creates it. The thread waits for the disk meanwhile.
  ///
  /// An existing file is checked first: its owner, its program, its tables, and all of its pages
  /// up to 1 MiB; in a larger file damage shows when the page is read, or in ``check()``. A file
  /// that fails a check is not changed.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - readers: The maximum number of reads that run at the same time; each takes up to two megabytes of
  ///     memory. 4 unless given.
  ///   - environment: The timer for waiting while another process holds an account's lock.
  /// - Throws: `OAuthError` with `storeFailed` when the file belongs to another user or program, cannot be
  ///   written, or was written by a newer version, and with `storeDamaged` when it is damaged. The reason
  ///   says what to do.
  public convenience init(
    path: String, readers: Int = 4, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    try self.init(path: path, readers: readers, patience: .seconds(5), environment: environment)
  }

  /// - Parameter patience: How long a write waits for writes of other processes.
  package init(
    path: String, readers: Int = 4, patience: Duration, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    database = try SQLiteDatabase(
      path: path, schema: .records, readers: readers, patience: patience)
    self.path = path
    locks = LockFolder(path: path + ".locks", environment: environment)
  }

  /// The file, which only its access rights protect.
  public var place: StoreLocation { database.place }

  /// The keys of the records with these index values, in ascending order. No more than `limit` records are
  /// read.
  ///
  /// - Parameters:
  ///   - index: The index values; empty for all records.
  ///   - after: Only keys greater than this one; nil for all.
  ///   - limit: The maximum number of keys; nil for no limit.
  /// - Throws: `OAuthError` with `storeFailed` when the file cannot be used, and `storeDamaged` when it is
  ///   damaged.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let search = RecordSearch(index: index, after: after ?? "", limit: limit ?? .max)
    return try await database.read { try search.keys(in: $0) }
  }

  /// The content of a record; nil when it is unknown.
  ///
  /// - Parameter key: The key of the record.
  /// - Throws: As ``keys(where:after:limit:)``.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    try await database.read { try RecordTable.content(of: key, in: $0) }
  }

  /// Stores a record durably, in place of the one with the same key.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when the disk is full or the file cannot be used, and
  ///   `misused` when the key is not 1 to 64 lower-case letters and digits. The earlier record is still
  ///   there then.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    try RecordKey.check(record)
    try await locked(record.key, .write([record]))
  }

  /// Writes many records in one commit, without locks: only for a file that no other process uses yet.
  package func fill(_ records: [StoredRecord]) async throws(OAuthError) {
    _ = try await make(.write(records))
  }

  /// Removes a record. An unknown record is not an error.
  ///
  /// - Parameter key: The key of the record.
  /// - Throws: `OAuthError` with `storeFailed` when the file cannot be used or the lock of the record
  ///   cannot be had. The record is still there then.
  public func remove(_ key: String) async throws(OAuthError) {
    try await locked(key, .remove(key))
  }

  /// Moves a damaged record to the table `damaged_record`, if its content is still the one that was read.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - content: The content that was read, in bytes.
  /// - Returns: The row that it was moved to, for the operator; nil when it was left alone.
  /// - Throws: `OAuthError` with `storeFailed` when the file cannot be used. The record is still there
  ///   then.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    // One transaction compares and moves, so no lock is needed.
    try await make(.setAside(key, content))
      .map { "row \($0) of the table damaged_record in \(path)" }
  }

  /// The path of the file, and the key.
  public func location(of key: String) -> String { "\(key) in \(path)" }

  /// Runs `body` while no other caller, in any process, holds the same lock of this file.
  ///
  /// - Parameters:
  ///   - lock: The lock. A body may take the lock again that it holds.
  ///   - body: What runs under the lock.
  /// - Throws: The error of `body`; `OAuthError` with `storeFailed` when the lock cannot be had in time,
  ///   and with `cancelled` when the task is cancelled while it waits.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  /// Reads every page of the file. That takes seconds for each gigabyte.
  ///
  /// - Throws: `OAuthError` with `storeDamaged` when anything is wrong with the file, and `storeFailed`
  ///   when it cannot be read.
  public func check() async throws(OAuthError) {
    try await database.check()
  }

  /// Finishes the writes that wait, and closes the file. Every function throws `storeFailed` from now on.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when a connection to the file cannot be closed. Nothing that
  ///   was written is lost.
  public func close() async throws(OAuthError) {
    try await database.close()
  }

  /// Makes a change, and waits until it is on the disk.
  private func make(_ change: RecordChange) async throws(OAuthError) -> Int64? {
    try await database.write { try change.make(in: $0) }
  }

  private func locked(_ key: String, _ change: RecordChange) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key)) { _ = try await make(change) }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }
}
