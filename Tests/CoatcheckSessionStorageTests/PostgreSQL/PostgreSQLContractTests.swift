// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import CoatcheckStoreTesting
import TestSupport

@Suite("PostgreSQL sessions keep the contract of every store", .serialized)
struct PostgreSQLContractTests {
  // attack: ST-13, ST-14, ST-23
  @Test("in every check", arguments: TokenStoreContract.checks)
  func keepsTheContract(_ check: TokenStoreContract.Check) async throws {
    let database = try await RecordDatabase()
    // Several stores, each with its own connections, as in programs on several machines.
    try await check.run(in: TokenStoreContract.Site { RecordTokenStore(try await database.open()) })
  }
}
