// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidExpiredExp {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-expired-exp: an ID token that ended signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.expired)
    try await party.expectRefusal(.idTokenInvalid, "exp")
  }
}
