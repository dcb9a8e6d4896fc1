// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Every store keeps the contract")
struct ContractTests {
  // attack: ST-13, ST-14, ST-23
  @Test("in every check", arguments: StoreKind.all, TokenStoreContract.checks)
  func keepsTheContract(_ kind: StoreKind, _ check: TokenStoreContract.Check) async throws {
    let folder = try Folder()
    try await check.run(in: kind.site(folder))
  }
}
