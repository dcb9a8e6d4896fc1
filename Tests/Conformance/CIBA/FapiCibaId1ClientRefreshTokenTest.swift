// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientRefreshTokenTest {
  @Test("fapi-ciba-id1-client-refresh-token-test: the tokens are refreshed")
  func works() async throws {
    let party = try await BackchannelParty()
    let session = try await party.signIn()
    party.provider.clock.advance(by: .seconds(3600))
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.token) == 3)
    await party.provider.stop()
  }
}
