// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRefreshTokenInvalidSub {
  // attack: C-39
  @Test(
    "oidcc-client-test-refresh-token-invalid-sub: a refreshed ID token about somebody else is refused"
  )
  func refused() async throws {
    let party = try await RelyingParty(.refreshedTokenOfAnotherUser)
    let session = try await party.signIn([.openID, .offlineAccess])
    party.provider.clock.advance(by: .seconds(3600))
    let error = await failure { try await session.accessToken() }
    #expect(error?.code == .subjectMismatch)
    #expect(error?.parameter == "sub")
    #expect(party.provider.count(.userInfo) == 0)
    await party.provider.stop()
  }
}
