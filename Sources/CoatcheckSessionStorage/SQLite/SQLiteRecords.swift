// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Records in one SQLite file: for a server with a great many accounts, and any number of processes
/// on one machine.
///
/// - The file and what SQLite puts beside it are open to their owner only (0600). The records are
///   in the clear there; `SealedRecords` over these encrypts them.
/// - What ``write(_:)`` returned from is on the disk (WAL, `synchronous=FULL`); writes that wait at
///   the same time share one commit. Reads continue beside writes.
/// - Whatever is in the index is found without looking at other records.
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
  /// An existing file is looked at first: whose it is, what it is, its tables, and all of its pages
  /// up to 1 MiB; in a greater file damage shows when the page is read, or in ``check()``. A file
  /// that is refused is left as it is.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - readers: How many reads may run at once; each costs up to two megabytes of memory.
  ///   - environment: What waits while another process has an account's lock.
  /// - Throws: `OAuthError` with `storeFailed` when the file is not ours, cannot be written, or
  ///   is of a newer version, and `storeDamaged` when it is damaged. The reason says what to do.
  public convenience init(
    path: String, readers: Int = 4, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    try self.init(path: path, readers: readers, patience: .seconds(5), environment: environment)
  }

  /// - Parameter patience: How long a write waits for the writes of other processes.
  package init(
    path: String, readers: Int = 4, patience: Duration, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    database = try SQLiteDatabase(
      path: path, schema: .records, readers: readers, patience: patience)
    self.path = path
    locks = LockFolder(path: path + ".locks", environment: environment)
  }

  /// The file, with nothing but rights around it.
  public var place: StoreLocation { database.place }

  /// The keys of the records with these index values, in ascending order. Only as many as are
  /// wanted are read.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let search = RecordSearch(index: index, after: after ?? "", limit: limit ?? .max)
    return try await database.read { try search.keys(in: $0) }
  }

  /// The content of a record; nil when it is unknown.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    try await database.read { try RecordTable.content(of: key, in: $0) }
  }

  /// Keeps a record durably.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when the disk is full or the file cannot be had,
  ///   and
  ///   `misused` when the key is not one. What was kept before is still there then.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    try RecordKey.check(record)
    try await locked(record.key, .write([record]))
  }

  /// Keeps many records in one commit: in a file that no other process uses yet, since no locks are
  /// taken.
  package func fill(_ records: [StoredRecord]) async throws(OAuthError) {
    _ = try await make(.write(records))
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    try await locked(key, .remove(key))
  }

  /// Moves a damaged record to the table `damaged_record`.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    // One transaction looks and moves, so no lock is needed.
    try await make(.setAside(key, content))
      .map { "row \($0) of the table damaged_record in \(path)" }
  }

  /// The path of the file, and the key.
  public func location(of key: String) -> String { "\(key) in \(path)" }

  /// Runs `body` while no other caller, in any process, holds the same lock of this file.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  /// Reads every page of the file. That takes seconds for each gigabyte.
  ///
  /// - Throws: `OAuthError` with `storeDamaged` when anything is wrong with the file.
  public func check() async throws(OAuthError) {
    try await database.check()
  }

  /// Finishes the writes that wait, and closes the file. Everything fails from now on.
  public func close() async throws(OAuthError) {
    try await database.close()
  }

  /// Makes a change and waits until it is on the disk.
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
