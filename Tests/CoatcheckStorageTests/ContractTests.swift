// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

@Suite("Every store keeps the contract")
struct ContractTests {
  typealias Check = IssuerStoreContract.Check

  // attack: ST-01 ST-02 ST-03 ST-04 ST-12 ST-13 ST-14 ST-23
  @Test("every check", arguments: StoreKind.allCases, IssuerStoreContract.checks)
  func check(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  @Test("no two checks have one name")
  func names() {
    let names = IssuerStoreContract.checks.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(
    "a store that reads, decides and saves separately violates it",
    arguments: IssuerStoreContract.parallel)
  func careless(_ check: Check) async throws {
    await #expect(throws: (any Error).self) {
      // Which task continues first is not determined, so one run may miss the mistake.
      for _ in 0..<200 { try await check.run(CarelessStore()) }
    }
  }
}
