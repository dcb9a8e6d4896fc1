// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestIatIsWeekInPast {
  @Test(
    "fapi1-advanced-final-client-test-iat-is-week-in-past: an ID token made a week ago that still lasts is good"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi1(.issuedAWeekAgo)
    try await party.expectSignIn(options: .jwtResponse)
  }
}
