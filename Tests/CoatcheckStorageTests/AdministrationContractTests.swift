// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

@Suite("Every store keeps the contract of administration")
struct AdministrationContractTests {
  typealias Check = AdministrationStoreContract.Check

  // attack: V-09
  @Test("every check", arguments: StoreKind.allCases, AdministrationStoreContract.checks)
  func check(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withAdministrationStore(check.run)
  }

  @Test("no two checks have one name")
  func names() {
    let names = AdministrationStoreContract.checks.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
