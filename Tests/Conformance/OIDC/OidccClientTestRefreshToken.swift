// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRefreshToken {
  @Test("oidcc-client-test-refresh-token: a refreshed token is good at the userinfo endpoint")
  func works() async throws {
    let party = try await RelyingParty()
    let session = try await party.signIn([.openID, .offlineAccess])
    let before = try await session.accessToken()
    party.provider.clock.advance(by: .seconds(3600))
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(try await !session.accessToken().matches(before))
    #expect(party.provider.count(.token) == 2)
    await party.provider.stop()
  }
}
