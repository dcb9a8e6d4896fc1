// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import Foundation

extension PlacesFile {
  /// Changes the user's list of places, one program at a time. Comments and other lines stay.
  ///
  /// - Throws: A failure that names the file; it is as before then.
  static func change(
    variable: (String) -> String?, _ change: (inout PlaceRules) -> Void
  ) throws(CommandFailure) {
    let path = try path(variable: variable)
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
    var rules = try rules(variable: variable)
    change(&rules)
    do {
      // A link to a file elsewhere stays one.
      let file = URL(filePath: path).resolvingSymlinksInPath()
      try Data(rules.text.utf8).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      throw CommandFailure(.storage, "cannot write \(path)")
    }
  }
}
