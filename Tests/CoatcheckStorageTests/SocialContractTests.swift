// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

@Suite("Every store keeps the contract of social logins")
struct SocialContractTests {
  typealias Check = SocialStoreContract.Check

  // attack: I-08
  @Test("handles", arguments: StoreKind.allCases, SocialStoreContract.handles)
  func handles(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-27, I-29, I-31
  @Test("codes", arguments: StoreKind.allCases, SocialStoreContract.codes)
  func codes(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-27
  @Test("logins that wait", arguments: StoreKind.allCases, SocialStoreContract.pendings)
  func pendings(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-04, I-06, I-07, I-09, I-21, I-22, I-31
  @Test("binding", arguments: StoreKind.allCases, SocialStoreContract.binding)
  func binding(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-39
  @Test("caution", arguments: StoreKind.allCases, SocialStoreContract.caution)
  func caution(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  @Test("links", arguments: StoreKind.allCases, SocialStoreContract.links)
  func links(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-06
  @Test("users", arguments: StoreKind.allCases, SocialStoreContract.users)
  func users(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-23
  @Test("removal", arguments: StoreKind.allCases, SocialStoreContract.removal)
  func removal(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  @Test("everything else", arguments: StoreKind.allCases, Self.rest)
  func everythingElse(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  @Test("two at once", arguments: StoreKind.allCases, SocialStoreContract.races)
  func races(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  // attack: I-28, I-29
  @Test("many at once", arguments: StoreKind.allCases, SocialStoreContract.crowds)
  func crowds(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  private static let rest =
    SocialStoreContract.sessions + SocialStoreContract.text + SocialStoreContract.time
    + SocialStoreContract.sweeping

  @Test("no check is left out, and no two have one name")
  func complete() {
    let run =
      SocialStoreContract.handles + SocialStoreContract.codes + SocialStoreContract.pendings
      + SocialStoreContract.binding + SocialStoreContract.caution + SocialStoreContract.links
      + SocialStoreContract.users + SocialStoreContract.removal + SocialStoreContract.races
      + SocialStoreContract.crowds + Self.rest
    let names = SocialStoreContract.checks.map(\.name)
    #expect(Set(run.map(\.name)) == Set(names))
    #expect(Set(names).count == names.count)
  }

  /// All but the one whose two calls touch different things: steps cannot break it.
  private static let breakable =
    SocialStoreContract.crowds
    + SocialStoreContract.races.filter { !$0.name.hasPrefix("a user's link is undone") }

  @Test(
    "a store that finds, decides and saves in steps is caught", arguments: Self.breakable)
  func careless(_ check: Check) async throws {
    await #expect(throws: (any Error).self) {
      // The mistake shows when tasks meet; on a busy machine that may take more than one try.
      for _ in 0..<200 { try await check.run(CarelessStore()) }
    }
  }
}
