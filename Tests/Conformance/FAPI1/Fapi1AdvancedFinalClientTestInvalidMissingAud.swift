// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidMissingAud {
  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-aud: an ID token for nobody signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.missingAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", options: .jwtResponse)
  }
}
