// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestUnencryptedRequestObjectWithPar {
  @Test(
    "fapi1-advanced-final-client-test-unencrypted-request-object-with-par: a signed request that isn't encrypted may be pushed"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi1(pushing: true)
    try await party.expectSignIn(options: .jwtResponse)
    #expect(party.provider.count(.pushedAuthorization) == 1)
  }
}
