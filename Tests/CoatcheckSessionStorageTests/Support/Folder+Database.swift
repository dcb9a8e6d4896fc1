// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import TestSupport

extension Folder {
  /// Where a database goes.
  var file: String { path + "/sessions.sqlite" }
  /// Where a website's sessions go.
  var webFile: String { path + "/web.sqlite" }

  /// Lends the records in a file, and closes it.
  static func withRecords<R>(_ body: (SQLiteRecords) async throws -> R) async throws -> R {
    let folder = try Folder()
    let records = try SQLiteRecords(path: folder.file)
    let result = try await body(records)
    try await records.close()
    return result
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
}
