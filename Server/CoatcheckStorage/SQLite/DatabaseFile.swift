// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

/// Checks the file of a database before SQLite opens it.
///
/// SQLite takes an empty file for a new database, opens a file that it cannot write read-only, and gives
/// its journal the modes of the database. Therefore these conditions are checked here.
struct DatabaseFile: Sendable {
  let path: String

  /// Whether the file exists. An existing one must be a writable regular file of this user; permissions of
  /// other users are removed.
  ///
  /// - Throws: `unusable` or `damaged`, with a text for the operator.
  func inspect() throws(StoreError) -> Bool {
    try checkDirectory()
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw unusable("cannot be looked at: \(Self.reason)") }
      return false
    }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw unusable("is a symbolic link; name the file it points to")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable("is not a file") }
    guard status.st_uid == geteuid() else {
      throw unusable("belongs to user \(status.st_uid), and this is user \(geteuid())")
    }
    guard status.st_mode & S_IWUSR != 0, access(path, R_OK | W_OK) == 0 else {
      throw unusable("is read-only; make it writable, or name another file")
    }
    guard status.st_size > 0 else {
      throw StoreError(
        .damaged,
        "\(path) is empty. It was cut short, or made by something else; restore a backup, or remove "
          + "it to start with an empty store")
    }
    try checkHeader(size: Int(status.st_size))
    for name in [path, path + "-wal", path + "-shm"] { try close(name) }
    return true
  }

  /// Whether SQLite's write-ahead log is beside the file.
  var hasLog: Bool { access(path + "-wal", F_OK) == 0 }

  /// The size in bytes.
  var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Creates a new file that is either complete or missing: `fill` writes to a temporary file beside it.
  ///
  /// - Returns: Whether the file is this one. If another process was faster, its file stays.
  @discardableResult
  func create(_ fill: (_ path: String) throws -> Void) throws -> Bool {
    var template = Array("\(path).new-XXXXXX".utf8CString)
    // mkstemp creates it with mode 0600 under an unused name.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw unusable("cannot be made: \(Self.reason)") }
    _ = Foundation.close(descriptor)
    let draft = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { for end in ["", "-wal", "-shm", "-journal"] { unlink(draft + end) } }
    try fill(draft)
    // A link and not a rename, which would replace the file of another process.
    let isOurs = link(draft, path) == 0
    guard isOurs || errno == EEXIST else { throw unusable("cannot be made: \(Self.reason)") }
    try syncDirectory()
    return isOurs
  }

  var directory: String {
    let parent = (path as NSString).deletingLastPathComponent
    return parent.isEmpty ? "." : parent
  }

  private func checkDirectory() throws(StoreError) {
    var status = stat()
    guard stat(directory, &status) == 0 else {
      throw StoreError(.unusable, "the directory \(directory) of the store: \(Self.reason)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError(.unusable, "\(directory) is not a directory")
    }
    // SQLite creates its log beside the file. A superuser may write anywhere, but a directory that its
    // owner made read-only stays unchanged.
    guard status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0, access(directory, W_OK) == 0 else {
      throw StoreError(
        .unusable, "the directory \(directory) is read-only; SQLite needs to write beside its file")
    }
  }

  private func checkHeader(size: Int) throws(StoreError) {
    let descriptor = Foundation.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw unusable("cannot be read: \(Self.reason)") }
    defer { _ = Foundation.close(descriptor) }
    var header = [UInt8](repeating: 0, count: 18)
    guard read(descriptor, &header, header.count) == header.count,
      header.prefix(16) == Array("SQLite format 3".utf8) + [0]
    else {
      throw StoreError(
        .damaged, "\(path) does not begin like an SQLite database; restore a backup")
    }
    // "The database page size in bytes. Must be a power of two between 512 and 32768 inclusive, or the
    // value 1 representing a page size of 65536." SQLite reads zeros beyond the end of a file; only a
    // log may hold what is missing. https://www.sqlite.org/fileformat2.html#the_database_header
    let pageSize = Int(header[16]) << 8 | Int(header[17])
    guard pageSize > 0, size % (pageSize == 1 ? 65_536 : pageSize) == 0 || hasLog else {
      throw StoreError(.damaged, "\(path) was cut short; restore a backup")
    }
  }

  /// Restricts a file to its owner.
  private func close(_ name: String) throws(StoreError) {
    var status = stat()
    guard lstat(name, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.unusable, "\(name) is not a file")
    }
    guard status.st_mode & 0o777 != 0o600 else { return }
    guard chmod(name, 0o600) == 0 else {
      throw StoreError(.unusable, "\(name) is open to others and cannot be closed: \(Self.reason)")
    }
  }

  private func syncDirectory() throws(StoreError) {
    let descriptor = Foundation.open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw StoreError(.unavailable, "the directory \(directory) cannot be synced: \(Self.reason)")
    }
    _ = Foundation.close(descriptor)
  }

  private func unusable(_ text: String) -> StoreError { StoreError(.unusable, "\(path) \(text)") }

  private static var reason: String { String(cString: strerror(errno)) }
}
