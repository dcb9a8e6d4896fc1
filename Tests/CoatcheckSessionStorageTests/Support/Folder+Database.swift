// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import TestSupport

extension Folder {
  /// The path of the database.
  var file: String { path + "/sessions.sqlite" }
  /// The path of a website's sessions.
  var webFile: String { path + "/web.sqlite" }

  /// Calls the body with the records in a file, and closes the file.
  static func withRecords<R>(_ body: (SQLiteRecords) async throws -> R) async throws -> R {
    let folder = try Folder()
    let records = try SQLiteRecords(path: folder.file)
    let result = try await body(records)
    try await records.close()
    return result
  }

  /// The content of the file, or of the SQLite file with this suffix.
  func bytes(_ end: String = "") throws -> Data { try Data(contentsOf: URL(filePath: file + end)) }
  func put(_ bytes: Data) throws { try bytes.write(to: URL(filePath: file)) }

  /// Copies the database and its log, in the state that a crash leaves.
  func copy(to name: String) throws -> String {
    let copy = path + "/" + name
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file + end) {
      try FileManager.default.copyItem(atPath: file + end, toPath: copy + end)
    }
    return copy
  }
}
