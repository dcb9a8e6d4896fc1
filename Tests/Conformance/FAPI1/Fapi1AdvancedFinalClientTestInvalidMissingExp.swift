// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidMissingExp {
  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-exp: an ID token without an end signs nobody in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.missingExpiry)
    try await party.expectRefusal(.idTokenInvalid, "exp", options: .jwtResponse)
  }
}
