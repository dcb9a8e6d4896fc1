// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmSignatureIsNotNone {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-signature-is-not-none: an unsigned JWT stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.unsignedJWTResponse)
    try await party.expectRefusal(
      .callbackMalformed, "response", tokenRequests: 0, options: .jwtResponse)
  }
}
