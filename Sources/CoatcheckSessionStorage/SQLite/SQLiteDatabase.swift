// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckGroupCommit
import CoatcheckOAuth
import Dispatch
import GRDB

/// The open file of a store: one connection that writes, and some that read at the same time.
final class SQLiteDatabase: Sendable {
  let path: String
  private let pool: DatabasePool
  private let writer: GroupWriter<OAuthError>
  private let readers: SQLiteReaders

  /// Opens the file, or creates it. This blocks the thread.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - schema: The tables of the store.
  ///   - readers: How many reads may run at once.
  ///   - patience: How long a write waits for writes of other processes.
  /// - Throws: `storeFailed` or `storeDamaged`, with a text for the operator.
  init(
    path: String, schema: SQLiteSchema, readers: Int, patience: Duration
  ) throws(OAuthError) {
    let opening = SQLiteOpening(
      file: SQLiteFile(path: path), schema: schema, readers: readers, patience: patience)
    do {
      pool = try opening.open()
    } catch {
      throw .sqlite(error, path: path)
    }
    self.path = path
    self.readers = opening.openedReaders()
    writer = GroupWriter(pool) { [path] in .sqlite($0, path: path) }
  }

  /// The file, which is protected only by its permissions.
  var place: StoreLocation {
    StoreLocation(kind: "sqlite", location: path, protection: .plainText)
  }

  /// Makes a change, all of it or nothing, and waits until it is on the disk.
  func write<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws(OAuthError) -> Value {
    try await writer.write(change)
  }

  /// Reads a row by its key with one statement, on the caller's thread: the row is nearly always in memory,
  /// and switching the thread takes longer than reading it. If no connection is free, it works as
  /// ``read(_:)``.
  func glance<Value: Sendable>(
    _ look: @escaping @Sendable (Database) throws -> Value
  ) async throws(OAuthError) -> Value {
    let found = Result { try readers.query(look) }.mapError { OAuthError.sqlite($0, path: path) }
    guard let found = try found.get() else { return try await read(look) }
    return found
  }

  /// Reads at the same time as writes run.
  func read<Value: Sendable>(
    _ look: @escaping @Sendable (Database) throws -> Value
  ) async throws(OAuthError) -> Value {
    let path = path
    let result: Result<Value, OAuthError> = await withCheckedContinuation { continuation in
      pool.asyncRead { reader in
        let result = Result { try look(reader.get()) }
          .mapError { OAuthError.sqlite($0, path: path) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Checks every page.
  ///
  /// - Throws: `storeDamaged` when anything is wrong with the file.
  func check() async throws(OAuthError) {
    let path = path
    try await read { try SQLiteOpening.checkPages($0, path: path) }
  }

  /// Finishes the writes that wait, and closes the file. All calls fail afterwards.
  func close() async throws(OAuthError) {
    writer.close()
    // Only the last open connection can copy the write-ahead log into the file, and these are read-only.
    readers.close()
    let (pool, path) = (pool, path)
    let result: Result<Void, OAuthError> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "coatcheck.records").async {
        let result = Result {
          // Best effort: what stays in the log is safe there too. The connection that a pool closes last
          // only reads, and does not copy the log.
          _ = try? pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
          }
          try pool.close()
        }.mapError { OAuthError.sqlite($0, path: path) }
        continuation.resume(returning: result)
      }
    }
    try result.get()
  }
}
