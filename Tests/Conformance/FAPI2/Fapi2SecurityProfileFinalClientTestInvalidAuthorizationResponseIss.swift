// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidAuthorizationResponseIss {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-authorization-response-iss: an answer of another issuer stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.wrongIssuerInResponse)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0)
  }
}
