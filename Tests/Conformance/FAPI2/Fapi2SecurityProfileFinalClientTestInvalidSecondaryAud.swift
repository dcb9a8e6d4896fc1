// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidSecondaryAud {
  @Test(
    "fapi2-security-profile-final-client-test-invalid-secondary-aud: an ID token for another client as well signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.secondAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud")
  }
}
