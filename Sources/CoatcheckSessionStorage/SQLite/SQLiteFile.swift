// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Checks the file of a database before SQLite opens it.
///
/// SQLite takes an empty file for a new database, opens a file that it cannot write read-only, and gives
/// its log the permissions of the database. Therefore these conditions are checked here. The file is never
/// opened here: closing it would release the locks that another connection of this process has on it.
/// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
struct SQLiteFile: Sendable {
  let path: String

  /// Whether the file exists. An existing one must be a writable regular file of this user; permissions of
  /// other users are removed.
  ///
  /// - Throws: `storeFailed` or `storeDamaged`, with a text for the operator.
  func inspect() throws(OAuthError) -> Bool {
    try checkFolder()
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .store("cannot look at \(path)", errno) }
      return false
    }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw .store("\(path) is a symbolic link; name the file it points to")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .store("\(path) is not a file") }
    guard status.st_uid == geteuid() else {
      throw .store("\(path) belongs to user \(status.st_uid), and this is user \(geteuid())")
    }
    // A superuser may write to any file, but one that its owner made read-only stays unchanged.
    guard status.st_mode & S_IWUSR != 0, access(path, R_OK | W_OK) == 0 else {
      throw .store("\(path) is read-only; make it writable, or name another file")
    }
    guard status.st_size > 0 else {
      throw .unreadable(
        .storeDamaged,
        "The session store \(path) is empty: it was cut short, or made by something else. Restore a "
          + "backup, or remove it to start with an empty store.")
    }
    for name in [path, path + "-wal", path + "-shm"] { try makePrivate(name) }
    return true
  }

  /// Whether anything is in SQLite's write-ahead log beside the file.
  var hasLog: Bool { Self.size(path + "-wal") > 0 }

  /// The size in bytes.
  var size: Int { Self.size(path) }

  /// Creates a new file that is either complete or missing: `fill` writes to a temporary file beside it.
  func create(_ fill: (_ path: String) throws -> Void) throws {
    var template = Array("\(path).new-XXXXXX".utf8CString)
    // mkstemp creates it with mode 0600 under an unused name.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw OAuthError.store("cannot make \(path)", errno) }
    _ = close(descriptor)
    let draft = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { for end in ["", "-wal", "-shm", "-journal"] { unlink(draft + end) } }
    try fill(draft)
    // A link and not a rename: if another process was faster, its file stays.
    guard link(draft, path) == 0 || errno == EEXIST else {
      throw OAuthError.store("cannot make \(path)", errno)
    }
    try syncFolder()
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func checkFolder() throws(OAuthError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw .store("the folder \(folder)", errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .store("\(folder) is not a folder") }
    // SQLite creates its log beside the file.
    guard status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0, access(folder, W_OK) == 0 else {
      throw .store("the folder \(folder) is read-only; SQLite needs to write beside its file")
    }
  }

  /// Removes the permissions of other users.
  private func makePrivate(_ name: String) throws(OAuthError) {
    var status = stat()
    guard lstat(name, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .store("\(name) is not a file") }
    guard status.st_mode & 0o777 != 0o600 else { return }
    guard chmod(name, 0o600) == 0 || errno == ENOENT else {
      throw .store("\(name) is open to others, and that cannot be changed", errno)
    }
  }

  private func syncFolder() throws(OAuthError) {
    let descriptor = openFolder(folder)
    guard descriptor >= 0 else { throw .store("cannot open the folder \(folder)", errno) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .store("cannot write the folder \(folder)", errno) }
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

private func openFolder(_ path: String) -> Int32 {
  open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
}
