// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidMissingNonce {
  // attack: C-18
  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-nonce: an ID token without the nonce signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.missingNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce")
  }
}
