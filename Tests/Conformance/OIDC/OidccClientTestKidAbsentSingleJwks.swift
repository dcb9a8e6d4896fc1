// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestKidAbsentSingleJwks {
  // attack: C-58
  @Test(
    "oidcc-client-test-kid-absent-single-jwks: an ID token without kid is verified by the one key")
  func works() async throws {
    let party = try await RelyingParty(.noKeyID)
    try await party.expectSignIn()
  }
}
