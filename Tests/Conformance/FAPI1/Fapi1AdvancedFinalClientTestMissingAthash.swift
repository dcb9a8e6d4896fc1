// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestMissingAthash {
  @Test(
    "fapi1-advanced-final-client-test-missing-athash: an ID token of the code flow may lack at_hash"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi1(.missingAtHash)
    try await party.expectSignIn(options: .jwtResponse)
  }
}
