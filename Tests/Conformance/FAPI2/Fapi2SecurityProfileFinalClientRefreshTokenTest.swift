// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalClientRefreshTokenTest {
  @Test("fapi2-security-profile-final-client-refresh-token-test: a refresh proves the same key")
  func works() async throws {
    let party = try await RelyingParty.fapi2()
    let session = try await party.signIn([.openID, .offlineAccess])
    party.provider.clock.advance(by: .seconds(3600))
    #expect(try await session.userInfo().subject == session.account.subject)
    let keys = try party.proofKeys(.token)
    #expect(keys.count >= 2)
    #expect(Set(keys).count == 1)
    await party.provider.stop()
  }
}
