// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithoutAudFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-without-aud-fails: a JWT without aud stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseWithoutAudience)
    try await party.expectRefusal(
      .callbackMalformed, "aud", tokenRequests: 0, options: .jwtResponse)
  }
}
