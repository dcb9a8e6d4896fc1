// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestRemoveAuthorizationResponseIss {
  // attack: C-04
  @Test(
    "fapi2-security-profile-final-client-test-remove-authorization-response-iss: an answer without iss, which was promised, stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.noIssuerInResponse)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0)
  }
}
