// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidAlternateAlg {
  @Test(
    "fapi1-advanced-final-client-test-invalid-alternate-alg: another algorithm than the registered one signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.otherAlgorithm)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }
}
