// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidMissingNonce {
  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-nonce: an ID token without the nonce signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.missingNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce", options: .jwtResponse)
  }
}
