// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestTokenEndpointResponseWithoutExpiresIn {
  @Test(
    "fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in: a token whose end isn't known is good"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi2(.missingExpiresIn)
    try await party.expectSignIn()
  }
}
