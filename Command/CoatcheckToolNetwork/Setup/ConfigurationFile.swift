// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// A configuration file of another program.
struct ConfigurationFile: Sendable {
  /// The path of the file.
  let path: String
  /// Its text; nil where there is no file.
  let text: String?

  /// The longest file that is read, in bytes.
  private static let maximumLength = 1 << 20

  /// Reads it.
  ///
  /// - Throws: A failure that names the file when it cannot be read, or is no text.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw Self.unreadable(path, errno) }
      text = nil
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.maximumLength else {
      throw CommandFailure(.failure, "\(path) is no configuration file")
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw Self.unreadable(path, EACCES)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.failure, "\(path) is not UTF-8 text")
    }
    self.text = text
  }

  private static func unreadable(_ path: String, _ error: Int32) -> CommandFailure {
    CommandFailure(.failure, "cannot read \(path): \(String(cString: strerror(error)))")
  }

  /// Replaces the text of a file atomically. Its permissions are kept, and so is a symbolic link that leads
  /// to it.
  ///
  /// - Throws: A failure that names the file; it is as before then.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    // A new file is private: some programs refuse a file that other users can read.
    let file = URL(filePath: path).resolvingSymlinksInPath()
    var status = stat()
    let rights = stat(file.path, &status) == 0 ? Int(status.st_mode & 0o7777) : 0o600
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: file.path)
    } catch {
      throw CommandFailure(.failure, "cannot write \(path)")
    }
  }

  /// Removes a file or a link.
  ///
  /// - Throws: A failure that names it.
  static func remove(_ path: String) throws(CommandFailure) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw CommandFailure(.failure, "cannot remove \(path): \(String(cString: strerror(errno)))")
    }
  }
}
