// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidAlternateAlg {
  // attack: C-59
  @Test(
    "fapi2-security-profile-final-client-test-invalid-alternate-alg: another algorithm than the registered one signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.otherAlgorithm)
    try await party.expectRefusal(.idTokenInvalid)
  }
}
