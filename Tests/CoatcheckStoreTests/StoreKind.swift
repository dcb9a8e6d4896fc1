// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

extension Folder {
  /// Whether the text is in any file.
  func holds(_ text: String) throws -> Bool {
    try files().contains { String(decoding: read($0) ?? [], as: UTF8.self).contains(text) }
  }
}

/// A kind of store to which the contract is applied. It starts empty, in a folder or in memory.
struct StoreKind: Sendable, CustomStringConvertible {
  let description: String
  /// An empty place of this kind.
  ///
  /// The folder is empty, and removed after the test.
  let site: @Sendable (_ folder: Folder) throws -> TokenStoreContract.Site

  /// Every kind that works on this machine.
  static let all: [StoreKind] = [memory, file, sealedMemory, sealedFile, system]

  static let memory = StoreKind(description: "memory") { _ in
    let store = MemoryTokenStore()
    return .init(persists: false) { store }
  }

  static let file = StoreKind(description: "file") { folder in
    .init { FileTokenStore(directory: folder.path + "/sessions") }
  }

  static let sealedMemory = StoreKind(description: "sealed memory") { _ in
    let store = RecordTokenStore(SealedRecords(MemoryRecords(), source: try FixedKey(1)))
    return .init(persists: false) { store }
  }

  static let sealedFile = StoreKind(description: "sealed file") { folder in
    let (secrets, keyring) = (MemorySecrets(), MemoryKeyring())
    return .init {
      RecordTokenStore(
        SealedRecords(
          FileRecords(directory: folder.path + "/sessions"),
          source: SecretServiceKey(secrets, keyring: keyring, store: "s", folder: folder.path)))
    }
  }

  static let system = StoreKind(description: "system") { folder in
    let (secrets, keyring) = (MemorySecrets(), MemoryKeyring())
    return .init {
      SystemStore(folder: folder.path, services: SystemServices(keyring: keyring, secrets: secrets))
    }
  }
}
