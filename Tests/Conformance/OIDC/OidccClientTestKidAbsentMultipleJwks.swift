// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestKidAbsentMultipleJwks {
  // attack: C-58
  @Test(
    "oidcc-client-test-kid-absent-multiple-jwks: an ID token without kid is tried with each key")
  func works() async throws {
    let party = try await RelyingParty(.noKeyIDManyKeys)
    try await party.expectSignIn()
  }
}
