// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidSecondaryAud {
  @Test(
    "fapi1-advanced-final-client-test-invalid-secondary-aud: an ID token for another client as well signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.secondAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", options: .jwtResponse)
  }
}
