// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// Changes a list in the user's folder for configuration files, which users also edit by hand.
enum UserList {
  /// Changes a list; a lock lets one process at a time do so.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - text: Makes the new text; nothing else changes the file meanwhile.
  /// - Throws: A failure that names the file; it is as before then.
  static func change(
    _ path: String, _ text: () throws(CommandFailure) -> String
  ) throws(CommandFailure) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(.storage, "cannot make the folder \(folder)")
    }
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(lock) }
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw CommandFailure(.storage, "cannot lock \(folder): \(String(cString: strerror(errno)))")
    }
    let text = try text()
    do {
      // A symbolic link is kept: the file that it leads to is replaced.
      let file = URL(filePath: path).resolvingSymlinksInPath()
      try Data(text.utf8).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      throw CommandFailure(.storage, "cannot write \(path)")
    }
  }
}
