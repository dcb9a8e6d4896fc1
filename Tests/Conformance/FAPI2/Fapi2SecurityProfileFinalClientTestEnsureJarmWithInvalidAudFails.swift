// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithInvalidAudFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-aud-fails: a JWT for another client stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseForAnotherClient)
    try await party.expectRefusal(
      .callbackMalformed, "aud", tokenRequests: 0, options: .jwtResponse)
  }
}
