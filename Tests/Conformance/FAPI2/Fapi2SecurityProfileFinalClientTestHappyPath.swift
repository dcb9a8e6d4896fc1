// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalClientTestHappyPath {
  // attack: C-77
  @Test(
    "fapi2-security-profile-final-client-test-happy-path: a pushed request, a bound code and bound tokens"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi2()
    let session = try await party.signIn()
    #expect(try await session.userInfo().subject == session.account.subject)
    // The first of each is sent back for a nonce.
    #expect(party.provider.count(.pushedAuthorization) == 2)
    let authorize = try #require(party.provider.requests(.authorize).first)
    #expect(authorize.query.contains("request_uri=") && !authorize.query.contains("redirect_uri"))
    #expect(party.provider.count(.token) == 1)
    #expect(party.provider.count(.userInfo) == 2)
    let asked = try #require(party.provider.requests(.userInfo).last)
    #expect(asked.head.headerFields[.authorization]?.hasPrefix("DPoP ") == true)
    await party.provider.stop()
  }
}
