// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalClientTestRsDpopAuthSchemeCaseInsensitivity {
  @Test(
    "fapi2-security-profile-final-client-test-rs-dpop-auth-scheme-case-insensitivity: the letter case of a challenge's scheme doesn't matter"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi2(.oddAuthenticationScheme)
    let session = try await party.signIn()
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.userInfo) == 2)
    await party.provider.stop()
  }
}
