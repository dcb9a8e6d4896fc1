// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithoutExpFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-without-exp-fails: a JWT without exp stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseWithoutExpiry)
    try await party.expectRefusal(
      .callbackMalformed, "exp", tokenRequests: 0, options: .jwtResponse)
  }
}
