// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestTokenTypeCaseInsensitivity {
  @Test(
    "fapi2-security-profile-final-client-test-token-type-case-insensitivity: the letter case of the token type doesn't matter"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi2(.oddTokenType)
    try await party.expectSignIn()
  }
}
