// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestValidAudAsArray {
  @Test(
    "fapi1-advanced-final-client-test-valid-aud-as-array: an audience of one in an array is good")
  func works() async throws {
    let party = try await RelyingParty.fapi1(.audienceAsArray)
    try await party.expectSignIn(options: .jwtResponse)
  }
}
