// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

/// The implementations of a store.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case memory
  case sqlite
  case postgreSQL

  var description: String { rawValue }

  /// Calls the body with an empty store.
  func withStore<R>(_ body: (SocialStoreContract.Store) async throws -> R) async throws -> R {
    try await withAdministrationStore(body)
  }

  /// Calls the body with an empty store for administration.
  func withAdministrationStore<R>(
    _ body: (AdministrationStoreContract.Store) async throws -> R
  ) async throws -> R {
    switch self {
    case .memory: return try await body(MemoryStore())
    case .sqlite:
      let folder = try Folder()
      let store = try await SQLiteStore(path: folder.file)
      let result = try await body(store)
      try await store.close()
      return result
    case .postgreSQL:
      return try await TestDatabase.shared.value.withStore { try await body($0) }
    }
  }
}

extension Folder {
  /// The path of a database.
  var file: String { path + "/store.sqlite" }

  /// Copies the database and its log, in the state that a crash leaves. Files can be left out.
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
