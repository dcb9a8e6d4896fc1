// SPDX-License-Identifier: Apache-2.0
import CoatcheckStorage
import CoatcheckTesting
import Foundation

/// The stores there are.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory
  case sqlite

  var description: String { rawValue }

  /// Lends an empty store.
  func withStore<R>(_ body: (IssuerStoreContract.Store) async throws -> R) async throws -> R {
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

/// Numbers which look random and are the same each time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
