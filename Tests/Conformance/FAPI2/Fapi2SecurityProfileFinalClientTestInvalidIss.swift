// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidIss {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-iss: an ID token of another issuer signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.wrongIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss")
  }
}
