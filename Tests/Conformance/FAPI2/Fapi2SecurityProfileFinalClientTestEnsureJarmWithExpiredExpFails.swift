// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestEnsureJarmWithExpiredExpFails {
  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-expired-exp-fails: a JWT that ended stops the sign-in"
  )
  func refused() async throws {
    let party = try await RelyingParty.fapi2(.expiredJWTResponse)
    try await party.expectRefusal(
      .transactionExpired, "exp", tokenRequests: 0, options: .jwtResponse)
  }
}
