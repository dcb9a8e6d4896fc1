// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An empty folder that goes away with the last reference to it.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/coatcheck-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of all files below, with their folders, in order.
  func files(under folder: String = "") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path + "/" + folder).sorted()
  }

  func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
