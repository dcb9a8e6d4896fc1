// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestInvalidAud {
  @Test(
    "fapi1-advanced-final-client-test-invalid-aud: an ID token for another client signs nobody in")
  func refused() async throws {
    let party = try await RelyingParty.fapi1(.wrongAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", options: .jwtResponse)
  }
}
