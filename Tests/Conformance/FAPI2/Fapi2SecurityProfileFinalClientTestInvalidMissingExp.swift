// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidMissingExp {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-exp: an ID token without an end signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.missingExpiry)
    try await party.expectRefusal(.idTokenInvalid, "exp")
  }
}
