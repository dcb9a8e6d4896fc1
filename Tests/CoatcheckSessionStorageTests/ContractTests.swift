// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import TestSupport

@Suite("SQLite sessions keep the contract of every store")
struct ContractTests {
  // attack: ST-13, ST-14, ST-23
  @Test("in every check", arguments: TokenStoreContract.checks)
  func keepsTheContract(_ check: TokenStoreContract.Check) async throws {
    let folder = try Folder()
    // Several stores on one file, each with its own connections, as in several processes.
    let site = TokenStoreContract.Site { try SQLiteTokenStore(path: folder.file) }
    try await check.run(in: site)
  }

  @Test("in every check when they are sealed", arguments: TokenStoreContract.checks)
  func keepsTheContractSealed(_ check: TokenStoreContract.Check) async throws {
    let folder = try Folder()
    let site = TokenStoreContract.Site {
      RecordTokenStore(SealedRecords(try SQLiteRecords(path: folder.file), source: try FixedKey()))
    }
    try await check.run(in: site)
  }

  @Test("and when they are sealed, no token and no name is in the file or its log")
  func sealed() async throws {
    let folder = try Folder()
    let records = try SQLiteRecords(path: folder.file)
    let store = RecordTokenStore(SealedRecords(records, source: try FixedKey()))
    try await store.save(Samples.session("a-subject", name: "a-name", token: "a-token"))
    try await store.setDefaultAccount(Samples.account("a-subject"))
    let found = try await store.sessions(AccountFilter(name: "a-name"))
    #expect(found.map(\.account) == [Samples.account("a-subject")])
    let kept = try folder.bytes() + folder.bytes("-wal")
    for secret in ["a-subject", "a-name", "a-token", "op.example"] {
      #expect(kept.firstRange(of: Array(secret.utf8)) == nil, "\(secret)")
    }
    try await records.close()
  }
}

/// A sealing key that is always available.
private struct FixedKey: SealingKeySource {
  let name = "fixed"
  private let fixed: SealingKey

  init() throws { fixed = try SealingKey(Array(repeating: 7, count: 32)) }

  func key() async throws(OAuthError) -> SealingKey? { fixed }
  func makeKey() async throws(OAuthError) -> SealingKey { fixed }
}
