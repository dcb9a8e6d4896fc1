// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
package import CoatcheckGroupCommit
public import CoatcheckIssuer
import Dispatch
import GRDB
import Synchronization

/// A store in one SQLite file: for one machine, and any number of processes on it.
///
/// Only their owner can read the file and its log. A change is on the disk when its function returns (WAL,
/// `synchronous=FULL`); functions that wait at the same time share one commit. Reads continue beside
/// writes. Writes and searches have threads of their own; a few rows are read on the thread of the caller.
///
/// Put the file on a local disk: SQLite's locks do not hold on network file systems. Restoring a backup
/// brings back used codes and tokens that were valid then; what has expired since stays expired.
public final class SQLiteStore: IssuerStore, UserStore {
  private let pool: DatabasePool
  private let writer: GroupWriter<StoreError>
  private let isClosed = Mutex(false)
  private let readers: SQLiteReaders
  let decodedClients = DecodedClients()

  /// Opens the file, or creates it.
  ///
  /// An existing file is checked first: its tables, its schema version, its pages (all of them up to
  /// 64 MiB; in a larger file damage shows when the page is read), and that the log of a server which
  /// did not end in good order is still beside it. A file that fails a check is not changed.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its directory must exist.
  ///   - readers: The maximum number of reads that run at the same time; 4 unless given.
  /// - Throws: `StoreError`: `unusable` when the place is not writable, or the file belongs to another user
  ///   or program; `damaged` when the file fails a check; `newerSchema` when a newer version wrote it;
  ///   `unavailable` when another process holds the file for over five seconds. The reason says what to do.
  public init(path: String, readers: Int = 4) async throws(StoreError) {
    let opening = Opening(file: DatabaseFile(path: path), readers: readers)
    let opened: Result<DatabasePool, StoreError> = await Self.onOwnThread { try opening.open() }
    pool = try opened.get()
    self.readers = opening.openedReaders()
    writer = GroupWriter(pool) { StoreError(from: $0) }
  }

  deinit {
    // Without this mark, the next start would report the log as lost that closing the pool removes. It
    // waits for the disk, which a caller of `close()` has done already.
    if !isClosed.withLock({ $0 }) { try? pool.writeWithoutTransaction(Opening.markClosed) }
    readers.close()
  }

  /// The numbers of verbs and commits since the store was opened.
  package var figures: WriteFigures { writer.figures }

  /// Finishes the writes that wait, and closes the file. Every function throws `unavailable` afterwards; a
  /// second call does nothing.
  ///
  /// - Throws: `StoreError` when the file could not be marked as closed or a connection could not be
  ///   closed. Nothing that was acknowledged is lost, and the store is not usable any more.
  public func close() async throws(StoreError) {
    let wasClosed = isClosed.withLock { closed in
      defer { closed = true }
      return closed
    }
    if wasClosed { return }
    writer.close()
    // Only the last open connection can copy the write-ahead log into the file, and these are read-only.
    readers.close()
    let result: Result<Void, StoreError> = await Self.onOwnThread { [pool] in
      try pool.writeWithoutTransaction(Opening.markClosed)
      try pool.close()
    }
    try result.get()
  }

  /// Writes a row and waits until it is on the disk. See ``/CoatcheckIssuer/IssuerStore/ping()``.
  public func ping() async throws(StoreError) {
    try await write { database in
      try database.change(
        """
        INSERT INTO state (name, value) VALUES ('ping', 1)
        ON CONFLICT (name) DO UPDATE SET value = (value + 1) & 65535
        """)
    }
  }

  /// Runs a verb that writes.
  @discardableResult
  func write<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    try await writer.write(verb)
  }

  /// Runs a verb that reads a few rows by their keys. It sees all changes that were acknowledged before.
  ///
  /// It runs on the caller's thread: the rows are nearly always in memory, and switching the thread takes
  /// several times as long as reading them. It never blocks there: if no reader is free, it runs as
  /// ``search(_:)`` does.
  func read<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    try await onThreadOfCaller(verb) { try readers.read(verb) }
  }

  /// Runs a verb that is one statement as ``read(_:)`` does, without the two statements of a transaction.
  func query<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    try await onThreadOfCaller(verb) { try readers.query(verb) }
  }

  /// Runs a verb that may read many rows, on another thread. It sees all changes that were acknowledged
  /// before.
  func search<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    if isClosed.withLock({ $0 }) { throw StoreError(.unavailable, "the store is closed") }
    return try await onThreadOfReader(verb)
  }

  /// - Parameter attempt: Runs the verb, or returns nil when no reader is free.
  private func onThreadOfCaller<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R, _ attempt: () throws -> R?
  ) async throws(StoreError) -> R {
    if isClosed.withLock({ $0 }) { throw StoreError(.unavailable, "the store is closed") }
    let found = Result { try attempt() }.mapError { StoreError(from: $0) }
    guard let found = try found.get() else { return try await onThreadOfReader(verb) }
    return found
  }

  private func onThreadOfReader<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    let result: Result<R, StoreError> = await withCheckedContinuation { continuation in
      pool.asyncRead { reader in
        let result = Result { try verb(reader.get()) }.mapError { StoreError(from: $0) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  static func onOwnThread<R: Sendable>(
    _ work: @escaping @Sendable () throws -> R
  ) async -> Result<R, StoreError> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "coatcheck.store").async {
        continuation.resume(returning: Result(catching: work).mapError { StoreError(from: $0) })
      }
    }
  }
}
