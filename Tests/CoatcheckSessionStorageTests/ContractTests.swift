// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import Testing

@Suite("SQLite sessions keep the contract of every store")
struct ContractTests {
  // attack: ST-13, ST-14, ST-23
  @Test("in every point", arguments: TokenStoreContract.checks)
  func keepsTheContract(_ check: TokenStoreContract.Check) async throws {
    try await TemporaryFolder.with { folder in
      // Several stores on one file, each with connections of its own, as several processes have.
      let site = TokenStoreContract.Site { try SQLiteTokenStore(path: folder.file) }
      try await check.run(in: site)
    }
  }
}
