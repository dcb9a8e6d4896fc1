// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestInvalidNonce {
  // attack: C-18
  @Test(
    "fapi2-security-profile-final-client-test-invalid-nonce: an ID token of another sign-in signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.wrongNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce")
  }
}
