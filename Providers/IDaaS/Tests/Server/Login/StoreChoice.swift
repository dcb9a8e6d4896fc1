// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import TestKit

/// The stores that a test runs on.
enum StoreChoice: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory, sqlite

  var description: String { rawValue }

  /// Lends an empty store.
  ///
  /// - Parameter body: gets the store, and the folder that its files are in.
  func with(_ body: @Sendable (any IDaaSStore, String?) async throws -> Void) async throws {
    switch self {
    case .memory: try await body(MemoryStore(), nil)
    case .sqlite:
      try await ScratchFolder.with { folder in
        let store = try await SQLiteStore(path: folder + "/store.sqlite")
        try await body(store, folder)
        try await store.close()
      }
    }
  }
}

/// A folder that is removed again.
enum ScratchFolder {
  static func with(_ body: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "/coatcheck-idaas-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }
}
