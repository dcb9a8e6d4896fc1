// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestNoScopeInTokenEndpointResponse {
  @Test(
    "fapi1-advanced-final-client-test-no-scope-in-token-endpoint-response: no scope in the reply means what was asked for"
  )
  func works() async throws {
    let party = try await RelyingParty.fapi1(.missingScope)
    let session = try await party.signIn([.openID, .email], options: .jwtResponse)
    #expect(session.stored?.scopes == [.openID, .email])
    #expect(try await session.userInfo().claims["email"] == "alice@example.org")
    await party.provider.stop()
  }
}
