// SPDX-License-Identifier: Apache-2.0
import ServerStoreContracts
import TestKit

@Suite("Every store keeps the contract of social logins")
struct SocialContractTests {
  typealias Check = SocialStoreContract.Check

  // attack: I-04, I-06, I-07, I-08, I-09, I-21, I-22, I-23, I-27, I-28, I-29, I-31, I-39
  @Test("every check", arguments: StoreKind.allCases, SocialStoreContract.checks)
  func check(_ kind: StoreKind, _ check: Check) async throws {
    try await kind.withStore(check.run)
  }

  @Test("no two checks have one name")
  func names() {
    let names = SocialStoreContract.checks.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// All checks except the one whose two calls change different things: separate steps cannot break it.
  private static let breakable =
    SocialStoreContract.crowds
    + SocialStoreContract.races.filter { !$0.name.hasPrefix("a user's link is undone") }

  @Test(
    "a store that reads, decides and saves separately violates it", arguments: Self.breakable)
  func careless(_ check: Check) async throws {
    await #expect(throws: (any Error).self) {
      // Which task continues first is not determined, so one run may miss the mistake.
      for _ in 0..<200 { try await check.run(CarelessStore()) }
    }
  }
}
