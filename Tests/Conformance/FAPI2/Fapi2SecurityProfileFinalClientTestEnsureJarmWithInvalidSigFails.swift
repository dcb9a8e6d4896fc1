// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithInvalidSigFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-sig-fails: a JWT with a corrupt signature stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.corruptJWTResponse)
    try await party.expectRefusal(
      .callbackMalformed, "response", tokenRequests: 0, options: .jwtResponse)
  }
}
