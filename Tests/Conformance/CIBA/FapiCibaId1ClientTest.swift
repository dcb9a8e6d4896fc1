// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientTest {
  @Test("fapi-ciba-id1-client-test: a person who is asked elsewhere is signed in")
  func works() async throws {
    let party = try await BackchannelParty()
    try await party.expectSignIn()
    #expect(party.provider.count(.backchannelAuthentication) == 1)
    #expect(party.provider.count(.token) == 2)
  }
}
