// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A temporary folder for one test.
struct TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "coatcheck-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
