// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidMissingIss {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-iss: an ID token of nobody signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.missingIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss")
  }
}
