// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTest {
  @Test(
    "fapi1-advanced-final-client-test: a signed request, an answer in a JWT and a signed assertion")
  func works() async throws {
    let party = try await RelyingParty.fapi1()
    let session = try await party.signIn(options: .jwtResponse)
    #expect(try await session.userInfo().subject == session.account.subject)
    await party.provider.stop()
  }
}
