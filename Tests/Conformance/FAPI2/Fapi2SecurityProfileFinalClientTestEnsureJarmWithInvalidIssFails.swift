// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithInvalidIssFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-iss-fails: a JWT of another issuer stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseOfAnotherIssuer)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0, options: .jwtResponse)
  }
}
