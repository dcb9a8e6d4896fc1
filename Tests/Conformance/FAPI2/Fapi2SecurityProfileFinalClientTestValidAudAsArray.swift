// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestValidAudAsArray {
  @Test(
    "fapi2-security-profile-final-client-test-valid-aud-as-array: an audience of one in an array is good"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi2(.audienceAsArray)
    try await party.expectSignIn()
  }
}
