// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// A symbolic link by which another program finds `coatcheck`, as a change that `make()` carries out.
struct LinkChange: Equatable, Sendable {
  /// The link.
  let path: String
  /// Where it leads.
  let target: String

  /// The link; nil if it is there already.
  ///
  /// - Throws: A failure when something else has its name.
  init?(_ path: String, to target: String) throws(CommandFailure) {
    self.init(path: path, target: target)
    if isThere { return nil }
    var status = stat()
    guard lstat(path, &status) != 0 else {
      throw CommandFailure(
        .failure, "\(path) is there already, and is no link to \(target)",
        hint: "remove it, and run the command again")
    }
  }

  /// A link from the record of changes.
  init(path: String, target: String) {
    self.path = path
    self.target = target
  }

  /// Creates the link.
  func make() throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    } catch {
      throw CommandFailure(.failure, "cannot make the link \(path)")
    }
  }

  /// Whether the link exists and has this target.
  var isThere: Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == target
  }
}
