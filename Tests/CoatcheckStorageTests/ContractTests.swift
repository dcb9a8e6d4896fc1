// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

@Suite("Every store keeps the contract")
struct ContractTests {
  typealias Check = IssuerStoreContract.Check

  // attack: ST-01 ST-02 ST-03 ST-04
  @Test("many at once", arguments: StoreKind.allCases, IssuerStoreContract.parallel)
  func parallel(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: ST-12
  @Test(
    "clocks", arguments: StoreKind.allCases,
    IssuerStoreContract.time + IssuerStoreContract.sweeping)
  func time(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: ST-13 ST-14
  @Test("text", arguments: StoreKind.allCases, IssuerStoreContract.text)
  func text(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: ST-23
  @Test("everything else", arguments: StoreKind.allCases, Self.rest)
  func everythingElse(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  private static let rest =
    IssuerStoreContract.codes + IssuerStoreContract.rotation + IssuerStoreContract.families
    + IssuerStoreContract.signingOut + IssuerStoreContract.once + IssuerStoreContract.users
    + IssuerStoreContract.pushed + IssuerStoreContract.devices

  @Test("no check is left out, and no two have one name")
  func complete() {
    let run =
      IssuerStoreContract.parallel + IssuerStoreContract.time + IssuerStoreContract.sweeping
      + IssuerStoreContract.text + Self.rest
    let names = IssuerStoreContract.checks.map(\.name)
    #expect(Set(run.map(\.name)) == Set(names))
    #expect(Set(names).count == names.count)
  }

  @Test(
    "a store that finds, decides and saves in steps is caught",
    arguments: IssuerStoreContract.parallel)
  func careless(_ check: Check) async throws {
    await #expect(throws: (any Error).self) {
      // The mistake shows when tasks meet; on a busy machine that may take more than one try.
      for _ in 0..<200 { try await check.run(CarelessStore()) }
    }
  }
}
