// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithoutIssFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-without-iss-fails: a JWT without iss stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseWithoutIssuer)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0, options: .jwtResponse)
  }
}
