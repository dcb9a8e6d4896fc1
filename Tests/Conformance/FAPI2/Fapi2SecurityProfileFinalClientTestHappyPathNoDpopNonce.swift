// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestHappyPathNoDpopNonce {
  @Test(
    "fapi2-security-profile-final-client-test-happy-path-no-dpop-nonce: a server that never gives a nonce is no problem"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi2(.noDPoPNonce)
    try await party.expectSignIn()
  }
}
