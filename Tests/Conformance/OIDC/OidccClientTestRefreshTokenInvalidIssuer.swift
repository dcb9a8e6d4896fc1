// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRefreshTokenInvalidIssuer {
  // attack: C-39
  @Test(
    "oidcc-client-test-refresh-token-invalid-issuer: a refreshed ID token of another issuer is refused"
  )
  func refused() async throws {
    let party = try await RelyingParty(.refreshedTokenOfAnotherIssuer)
    let session = try await party.signIn([.openID, .offlineAccess])
    party.provider.clock.advance(by: .seconds(3600))
    let error = await failure { try await session.accessToken() }
    #expect(error?.code == .idTokenInvalid)
    #expect(error?.parameter == "iss")
    #expect(party.provider.count(.userInfo) == 0)
    await party.provider.stop()
  }
}
