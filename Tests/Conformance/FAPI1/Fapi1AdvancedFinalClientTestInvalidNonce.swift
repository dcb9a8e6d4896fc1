// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidNonce {
  @Test(
    "fapi1-advanced-final-client-test-invalid-nonce: an ID token of another sign-in signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.wrongNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce", options: .jwtResponse)
  }
}
