// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidExpiredExp {
  @Test(
    "fapi1-advanced-final-client-test-invalid-expired-exp: an ID token that ended signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.expired)
    try await party.expectRefusal(.idTokenInvalid, "exp", options: .jwtResponse)
  }
}
