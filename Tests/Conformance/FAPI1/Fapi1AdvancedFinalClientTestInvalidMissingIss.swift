// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidMissingIss {
  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-iss: an ID token of nobody signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.missingIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", options: .jwtResponse)
  }
}
