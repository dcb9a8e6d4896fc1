// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import TestSupport

/// A folder that is removed again.
struct TemporaryFolder: Sendable {
  let path: String

  /// Where a database goes.
  var file: String { path + "/sessions.sqlite" }

  static func with<R>(_ body: (TemporaryFolder) async throws -> R) async throws -> R {
    let path = NSTemporaryDirectory() + "/coatcheck-sessions-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer {
      chmod(path, 0o700)
      try? FileManager.default.removeItem(atPath: path)
    }
    return try await body(TemporaryFolder(path: path))
  }

  /// Lends the records in the file, and closes it.
  static func withRecords<R>(_ body: (SQLiteRecords) async throws -> R) async throws -> R {
    try await with { folder in
      let records = try SQLiteRecords(path: folder.file)
      let result = try await body(records)
      try await records.close()
      return result
    }
  }

  /// What is in the file, or in the one of SQLite with this end.
  func bytes(_ end: String = "") throws -> Data { try Data(contentsOf: URL(filePath: file + end)) }
  func put(_ bytes: Data) throws { try bytes.write(to: URL(filePath: file)) }

  /// Copies the database and its log: as a crash leaves them.
  func copy(to name: String) throws -> String {
    let copy = path + "/" + name
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file + end) {
      try FileManager.default.copyItem(atPath: file + end, toPath: copy + end)
    }
    return copy
  }

  static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}
