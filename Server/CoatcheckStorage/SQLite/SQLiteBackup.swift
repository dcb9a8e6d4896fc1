// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import Foundation
import GRDB

/// Makes a backup of the database of a server in one file, and restores it.
///
/// A backup holds every change that was acknowledged before it began, and no change in part. It is one
/// file without a log, which only its owner can read. The master key is not in it.
public enum SQLiteBackup {
  /// Makes a backup of a database, which servers may use at the same time.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - copy: The path of the new file. Its directory must exist; an existing file is not changed.
  /// - Throws: `StoreError`: `unusable` when there is no database, one of the places is not writable, or
  ///   the new file exists; `damaged` when the database or the copy is; `newerSchema` when a newer version
  ///   wrote the database; `unavailable` when the disk is full. Nothing is left of a backup that failed.
  public static func make(of path: String, at copy: String) async throws(StoreError) {
    try await onOwnThread {
      let file = DatabaseFile(path: path)
      let target = DatabaseFile(path: copy)
      try target.requireAbsence()
      guard try file.inspect() else {
        throw StoreError(.unusable, "there is no database at \(path)")
      }
      let isInUse = try file.exclusively {
        if file.hasLog { return true }
        // No server uses the file, and none can start now. Reading creates files that would look like a
        // log.
        defer { for end in ["-wal", "-shm"] { unlink(path + end) } }
        try copyFile(file, to: target)
        return false
      }
      if isInUse { try copyFile(file, to: target) }
    }
  }

  private static func copyFile(_ file: DatabaseFile, to target: DatabaseFile) throws {
    var opening = Opening(file: file, readers: 1)
    // The copy is checked completely, so the original need not be.
    opening.checkedSize = 0
    try opening.examine()
    var configuration = opening.configuration
    configuration.readonly = true
    let source = try DatabaseQueue(path: file.path, configuration: configuration)
    defer { try? source.close() }
    let isOurs = try target.create { draft in
      let queue = try DatabaseQueue(path: draft, configuration: opening.configuration)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      // https://www.sqlite.org/backup.html: in one step, so that it is the database at one instant.
      try source.backup(to: queue)
      try queue.writeWithoutTransaction { database in
        try Opening.markClosed(database)
        // Nothing is left beside the file, also when it is checked.
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      try queue.close()
      try examineAll(draft)
    }
    if !isOurs { try target.requireAbsence() }
  }

  /// Restores a backup: puts a copy of it in the place of a database.
  ///
  /// Used codes and refresh tokens that were valid when the copy was made are valid again, until they expire.
  ///
  /// - Parameters:
  ///   - copy: The path of the backup; it is not changed.
  ///   - path: The path at which servers find the database.
  ///   - aside: The path that an existing database is renamed to; nil to refuse when there is one.
  /// - Throws: `StoreError`: `unusable` when there is a database and `aside` is nil, a server uses it, or
  ///   there is a file at `aside`; `damaged` or `newerSchema` when the backup cannot be used. The existing
  ///   database stays then. `unavailable` when the disk is full: the existing database may have been
  ///   renamed to `aside`.
  public static func restore(
    _ copy: String, to path: String, movingAside aside: String?
  ) async throws(StoreError) {
    try await onOwnThread {
      let file = DatabaseFile(path: path)
      if aside == nil { try file.requireAbsence() }
      try examineAll(copy)
      try file.exclusively {
        if let aside, file.isThere { try moveUnused(file, to: aside) }
        let isOurs = try file.create { draft in
          try Data(contentsOf: URL(fileURLWithPath: copy), options: .mappedIfSafe)
            .write(to: URL(fileURLWithPath: draft))
          try DatabaseFile(path: draft).sync()
        }
        if !isOurs { try file.requireAbsence() }
      }
    }
  }

  /// Checks every page of a file that no server uses.
  private static func examineAll(_ path: String) throws {
    let file = DatabaseFile(path: path)
    guard try file.inspect() else { throw StoreError(.unusable, "there is no file at \(path)") }
    try Opening(file: file, readers: 1, checkedSize: .max).examine()
  }

  /// Renames a database that no process uses.
  private static func moveUnused(_ file: DatabaseFile, to aside: String) throws {
    try DatabaseFile(path: aside).requireAbsence()
    if try file.inspect() {
      // "If the locking mode is EXCLUSIVE prior to the first WAL-mode database access", the database is used by
      // this connection alone or not at all: https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
      var configuration = Configuration()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      do {
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        // This copies the content of the log into the file.
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE; COMMIT") }
        try queue.close()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        throw StoreError(.unusable, "a server uses \(file.path); stop it first")
      }
    }
    for end in ["", "-wal"] where access(file.path + end, F_OK) == 0 {
      guard rename(file.path + end, aside + end) == 0 else {
        throw StoreError(
          .unusable, "\(file.path + end) cannot be renamed: \(String(cString: strerror(errno)))")
      }
    }
    unlink(file.path + "-shm")
  }

  private static func onOwnThread(
    _ work: @escaping @Sendable () throws -> Void
  ) async throws(StoreError) {
    let result: Result<Void, StoreError> = await SQLiteStore.onOwnThread(work)
    try result.get()
  }
}

extension DatabaseFile {
  /// Whether something with this name exists.
  var isThere: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  func requireAbsence() throws(StoreError) {
    guard !isThere else {
      throw StoreError(.unusable, "\(path) exists already; name another file, or move it away")
    }
  }

  func sync() throws(StoreError) {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { _ = Foundation.close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw StoreError(
        .unavailable, "\(path) cannot be synced: \(String(cString: strerror(errno)))")
    }
  }
}
