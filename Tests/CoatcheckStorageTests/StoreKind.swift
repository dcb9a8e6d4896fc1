// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// The stores there are.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory
  case sqlite

  var description: String { rawValue }

  /// Lends an empty store.
  func withStore<R>(_ body: (SocialStoreContract.Store) async throws -> R) async throws -> R {
    switch self {
    case .memory: return try await body(MemoryStore())
    case .sqlite:
      return try await TemporaryDirectory.with { directory in
        let store = try await SQLiteStore(path: directory.file)
        let result = try await body(store)
        try await store.close()
        return result
      }
    }
  }
}

/// A directory that is removed again.
struct TemporaryDirectory: Sendable {
  let path: String

  /// Where a database goes.
  var file: String { path + "/store.sqlite" }

  static func with<R>(_ body: (TemporaryDirectory) async throws -> R) async throws -> R {
    let path = NSTemporaryDirectory() + "/coatcheck-storage-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer {
      chmod(path, 0o700)
      try? FileManager.default.removeItem(atPath: path)
    }
    return try await body(TemporaryDirectory(path: path))
  }

  /// Copies the database and, unless it is left out, its log: as a crash leaves them.
  func copy(to name: String, leavingOut: [String] = []) throws -> String {
    let copy = path + "/" + name
    for end in ["", "-wal"] where !leavingOut.contains(end) {
      if FileManager.default.fileExists(atPath: file + end) {
        try FileManager.default.copyItem(atPath: file + end, toPath: copy + end)
      }
    }
    return copy
  }
}
