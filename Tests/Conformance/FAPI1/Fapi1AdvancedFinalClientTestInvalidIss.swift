// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidIss {
  @Test(
    "fapi1-advanced-final-client-test-invalid-iss: an ID token of another issuer signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.wrongIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", options: .jwtResponse)
  }
}
