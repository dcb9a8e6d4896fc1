// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import TestKit

/// The stores that a test runs on.
enum StoreChoice: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory, sqlite

  var description: String { rawValue }

  /// An empty store, and the folder that its files are in.
  func open() async throws -> (any IDaaSStore, Folder?) {
    switch self {
    case .memory: return (MemoryStore(), nil)
    case .sqlite:
      let folder = try Folder()
      return (try await SQLiteStore(path: folder.path + "/store.sqlite"), folder)
    }
  }
}
